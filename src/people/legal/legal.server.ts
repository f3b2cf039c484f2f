import { and, desc, eq, sql } from 'drizzle-orm';
import type { Acceptance } from '#giving/acceptance/acceptance.ts';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { toRichText } from '#kit/markdown/rich-text.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { contentVersions, legalConsents } from '#kit/versions/version-tables.server.ts';
import { type VersionedKind, versionsOf } from '#kit/versions/versions.server.ts';
import type { ServiceFacts } from '#people/service-facts/service-facts.ts';
import { sinceDay, termsVersionsInForce } from './consents.server.ts';
import { deliveredCommerce } from './delivered-texts/commerce.server.ts';
import { deliveredPrivacy } from './delivered-texts/privacy.server.ts';
import { deliveredTerms } from './delivered-texts/terms.server.ts';
import { toArticles, withValues } from './legal-articles.server.ts';
import type { LegalPage, LegalVersion } from './legal-page.ts';
import {
  agreedTexts,
  type LegalKey,
  type LegalText,
  type LegalVariable,
  legalKeys,
} from './legal-text.ts';
import {
  type ConsentCount,
  type LegalNotice,
  type LegalTextLine,
  LegalText as Schema,
} from './legal-text-schema.ts';
import { textDays } from './text-days.ts';

/** Notice on a person's own page, shown once, that the terms changed since they agreed. */
const legalNotices = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** The terms in force, unless the person agreed to them or has seen the notice. */
  async notice({ uid }: Pick<Person, 'uid'>): Promise<LegalNotice> {
    const { terms } = await termsVersionsInForce(db, clock());
    if (terms === 0) return { notice: null };
    const ofThese = sql`c.text_kind = 'terms' and c.version = ${terms}`;
    const { rows } = await db.execute<{ isKnown: boolean }>(sql`select
      exists (select 1 from ${legalConsents} as c
        where c.subject_type = 'user' and c.subject_id = ${uid} and ${ofThese})
      or exists (select 1 from ${applications} as a join ${legalConsents} as c
        on c.subject_type = 'application' and c.subject_id = a.appraisal_id and ${ofThese}
        where a.uid = ${uid}) as "isKnown"`);
    if (rows[0]?.isKnown) return { notice: null };
    const [row] = await db
      .select({ since: sinceDay })
      .from(contentVersions)
      .where(
        and(
          eq(contentVersions.kind, 'legal-text'),
          eq(contentVersions.key, 'terms'),
          eq(contentVersions.number, terms),
        ),
      );
    return { notice: row ? { version: terms, since: row.since } : null };
  },

  /** Records that the person has seen the notice. Their consent is unchanged. */
  async noticeSeen({ uid }: Pick<Person, 'uid'>, version: number): Promise<void> {
    const at = clock();
    const { terms } = await termsVersionsInForce(db, at);
    if (version !== terms) return;
    await db
      .insert(legalConsents)
      .values({ subjectType: 'user', subjectId: uid, textKind: 'terms', version, act: 'told', at })
      .onConflictDoNothing();
  },
});

/** Today's values of the variables in legal texts. */
export function legalValues(
  { maxBoxes, sellerAge }: Pick<Acceptance, 'maxBoxes' | 'sellerAge'>,
  facts: ServiceFacts,
): Record<LegalVariable, string> {
  const { name, representative, address, phone, phoneHours, email } = facts;
  return {
    operatorName: name,
    representative,
    address,
    phone,
    phoneHours,
    email,
    dealerName: facts.dealerName,
    dealerCommission: facts.dealerCommission,
    dealerLicence: facts.dealerLicence,
    privacyOfficer: facts.privacyOfficer,
    privacyEmail: facts.privacyEmail,
    maxBoxes: String(maxBoxes),
    sellerAge: String(sellerAge),
    identityCheckFromYen: formatYen(identityCheckFromYen),
    receiptWho: receiptRule.who,
    receiptHow: receiptRule.how,
    receiptDay: receiptRule.day,
    receiptSum: receiptRule.sum,
  };
}

const delivered: Readonly<Record<string, LegalText>> = {
  terms: deliveredTerms,
  privacy: deliveredPrivacy,
  commerce: deliveredCommerce,
} satisfies Record<LegalKey, LegalText>;

const legalTextKind: VersionedKind<LegalText> = {
  kind: 'legal-text',
  schema: Schema,
  asDelivered: (_source, key) => (Object.hasOwn(delivered, key) ? delivered[key] : undefined),
  mayHoldLater: true,
};

type LegalDeps = Pick<Dependencies, 'db' | 'clock'> & {
  topics: Topics;
  facts: { current(): Promise<ServiceFacts> };
};

/** Day from which each text exists, and day of its delivered wording. */
const deliveredDays: Record<LegalKey, { since: string; asOf: string }> = {
  terms: textDays.terms,
  privacy: textDays.privacyPolicy,
  // Not public before it is published.
  commerce: { since: '', asOf: '' },
};
/** Versions that a page links to. */
const versionsShown = 100;

/** Legal texts: public in every version that was, is or will be in force, edited by the operator. */
export const legal = ({ db, clock, topics, facts }: LegalDeps) => {
  const versions = versionsOf({ db, clock }, legalTextKind);
  const onContent = <Value>(make: (today: string) => Promise<Value>) =>
    cached({ topics, clock }, ['associates', 'content'], make);
  const valuesOn = async (today: string) =>
    legalValues(await storedAcceptance(db, today), await facts.current());
  const pageOf = async (key: LegalKey, today: string, number?: number) =>
    readPage(db, { key, today, number, values: await valuesOn(today) });
  const pages = new Map(legalKeys.map((key) => [key, onContent((today) => pageOf(key, today))]));

  return {
    versions,
    ...legalNotices({ db, clock }),

    /** Version of the terms in force; 0 for the delivered text. */
    termsVersion: onContent(async () => (await termsVersionsInForce(db, clock())).terms),

    /** Whether the page for 特定商取引法 exists. */
    hasCommerce: onContent(async (today) => (await pageOf('commerce', today)) !== undefined),

    /** Text in force today; undefined if there is none. */
    page: async (key: LegalKey): Promise<LegalPage | undefined> => pages.get(key)?.(),

    /** A past, current or future version. */
    pageOfVersion: (key: LegalKey, number: number): Promise<LegalPage | undefined> =>
      pageOf(key, jstDay(clock()), number),

    /** Rendered text, with variables replaced. */
    async preview(markdown: string): Promise<RichText> {
      return withValues(toRichText(markdown), await valuesOn(jstDay(clock())));
    },

    /** Lists the texts for the operator. */
    async list(): Promise<LegalTextLine[]> {
      const today = jstDay(clock());
      return Promise.all(
        legalKeys.map(async (key) => {
          const versioned = (await versions.read(key))?.versioned;
          const { held, coming } = split(await publishedVersions(db, key), today);
          return {
            key,
            title: versioned?.current.content.title ?? '',
            number: versioned?.current.number ?? 0,
            since: held[0]?.since ?? '',
            hasDraft: versioned?.draft != null,
            comingFrom: coming[0]?.since ?? '',
          };
        }),
      );
    },

    /** Counts consents per version, the newest first. */
    async consentCounts(key: LegalKey): Promise<ConsentCount[]> {
      const of = (subjectType: string, act: string) =>
        sql<number>`(count(*) filter (where ${legalConsents.subjectType} = ${subjectType} and ${legalConsents.act} = ${act}))::int`;
      return db
        .select({
          version: legalConsents.version,
          members: of('user', 'agreed'),
          applications: of('application', 'agreed'),
          told: of('user', 'told'),
        })
        .from(legalConsents)
        .where(eq(legalConsents.textKind, key))
        .groupBy(legalConsents.version)
        .orderBy(desc(legalConsents.version))
        .limit(versionsShown);
    },
  };
};

type Published = LegalVersion & { content: LegalText };

/** Published versions of a text, the newest first. */
async function publishedVersions(db: Database, key: LegalKey): Promise<Published[]> {
  const rows = await db
    .select({
      number: contentVersions.number,
      since: sinceDay,
      content: contentVersions.content,
    })
    .from(contentVersions)
    .where(
      and(
        eq(contentVersions.kind, legalTextKind.kind),
        eq(contentVersions.key, key),
        eq(contentVersions.state, 'published'),
      ),
    )
    .orderBy(desc(contentVersions.number))
    .limit(versionsShown);
  return rows.map((row) => ({ ...row, content: row.content as LegalText }));
}

const byDay = (one: LegalVersion, other: LegalVersion) =>
  one.since === other.since ? one.number - other.number : one.since < other.since ? -1 : 1;

/** Versions in force so far, the current one first, and future ones, the next first. */
function split<Version extends LegalVersion>(all: readonly Version[], today: string) {
  return {
    held: all.filter(({ since }) => since <= today).sort((one, other) => byDay(other, one)),
    coming: all.filter(({ since }) => since > today).sort(byDay),
  };
}

/** A version of a text; undefined if it is not public. */
type AskedPage = {
  key: LegalKey;
  today: string;
  /** By default the one in force today. */
  number: number | undefined;
  values: ReturnType<typeof legalValues>;
};

async function readPage(
  db: Database,
  { key, today, number, values }: AskedPage,
): Promise<LegalPage | undefined> {
  const published = await publishedVersions(db, key);
  const delivered = await legalTextKind.asDelivered(db, key);
  const { since, asOf } = deliveredDays[key];
  const all: Published[] =
    asOf === '' || !delivered
      ? published
      : [...published, { number: 0, since: asOf, content: delivered }];
  const { held, coming } = split(all, today);
  const shownVersion =
    number === undefined ? held[0] : all.find((version) => version.number === number);
  if (!shownVersion) return undefined;
  const isListed = shownVersion === held[0] && agreedTexts.some((one) => one === key);
  const listed = ({ number: listedNumber, since: listedSince }: Published) => ({
    number: listedNumber,
    since: listedSince,
  });
  return {
    key,
    ...listed(shownVersion),
    title: shownVersion.content.title,
    ...toArticles(key, shownVersion.content.body, values),
    isNumbered: key !== 'commerce',
    firstDay: since || (held.at(-1)?.since ?? ''),
    earlier: isListed ? held.slice(1).map(listed) : [],
    coming: isListed ? coming.map(listed) : [],
  };
}
