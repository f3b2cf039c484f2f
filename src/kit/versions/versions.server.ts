import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, within } from '#kit/db/database.server.ts';
import { exactTotal, type Page, type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import {
  type ContentKind,
  type Publication,
  type Versioned,
  type VersionState,
  type VersionSummary,
  versionsPageSize,
} from './version.ts';
import { contentVersions as table } from './version-tables.server.ts';

type Source = Database | Transaction;
type Actor = Pick<Person, 'uid'>;
type Row = { version: typeof table.$inferSelect; changedBy: string };

/** A kind of content edited in drafts and published in versions (docs/decisions/0018). */
export type VersionedKind<Content> = {
  kind: ContentKind;
  schema: z.core.$ZodType<Content>;
  /** Content if nothing was published; undefined if it does not exist. */
  asDelivered(source: Source, key: string): Promise<Content | undefined> | Content | undefined;
  /** Set if other tables hold the published content: `asDelivered` reads them, `publish` writes them. */
  isLive?: boolean;
  /** Refuses content that the schema alone cannot judge, before saving it as a draft. */
  check?(source: Source, key: string, content: Content): Promise<void>;
  /** Refuses content that may be a draft but is not fit to publish. */
  demandFinished?(content: Content): void;
  publish?(tx: Transaction, change: PublishedChange<Content>): Promise<void>;
  /** Whether a version may take effect on a future day; never with `publish`. */
  mayHoldLater?: boolean;
};
export type PublishedChange<Content> = {
  key: string;
  number: number;
  content: Content;
  actor: Actor;
  at: Date;
};

/** Result of a change: the current content, and the version that the next change must name. */
export type Changed<Content> = { versioned: Versioned<Content>; tag: number };

const openStates = ['draft', 'waiting'] as const;
const noDraft = () => refuse('Conflict', '下書きがありません。画面を読み込み直してください。');

/** Version in force on a day YYYY-MM-DD; undefined if there is none. */
export async function holdingVersion<Content>(
  kind: Pick<VersionedKind<Content>, 'kind' | 'isLive' | 'asDelivered'>,
  source: Source,
  key: string,
  today: string,
): Promise<{ number: number; content: Content } | undefined> {
  const ofKey = and(eq(table.kind, kind.kind), eq(table.key, key));
  const newest = await newestPublished(source, ofKey, today);
  if (newest && !kind.isLive) {
    return { number: newest.number, content: newest.content as Content };
  }
  const content = await kind.asDelivered(source, key);
  return content === undefined ? undefined : { number: newest?.number ?? 0, content };
}

/** Drafts, publication, history and restoring of one kind of content. */
export const versionsOf = <Content>(
  { db, clock }: Pick<Dependencies, 'clock'> & { db: Source },
  kind: VersionedKind<Content>,
) => {
  const ofKey = (key: string) => and(eq(table.kind, kind.kind), eq(table.key, key));

  const current = (source: Source, key: string) =>
    holdingVersion(kind, source, key, jstDay(clock()));

  async function read(source: Source, key: string): Promise<Changed<Content> | undefined> {
    // Read first: with content older than its tag, newer content could be overwritten.
    const tag = await tagOf(source, ofKey(key));
    const holding = await current(source, key);
    const [draft] = await selectVersions(source)
      .where(and(ofKey(key), inArray(table.state, [...openStates])))
      .limit(1);
    const written = holding ?? draft?.version ?? (await lastWritten(source, key));
    if (!written) return undefined;
    const coming = await selectVersions(source)
      .where(
        and(
          ofKey(key),
          eq(table.state, 'published'),
          sql`${table.holdsFrom} > ${jstDay(clock())}::date`,
        ),
      )
      .orderBy(table.holdsFrom, table.number)
      .limit(versionsPageSize);
    return {
      versioned: {
        current: holding ?? { number: 0, content: written.content as Content },
        draft: draft ? { ...toSummary(draft), content: draft.version.content as Content } : null,
        coming: coming.map(toSummary),
      },
      tag,
    };
  }

  /** Content neither published nor drafted any more keeps its last version, to be restored. */
  async function lastWritten(source: Source, key: string) {
    const [last] = await source
      .select({ content: table.content })
      .from(table)
      .where(ofKey(key))
      .orderBy(desc(table.number))
      .limit(1);
    return last;
  }

  /** Serialises changes of one key; refuses a stale `tag`. */
  async function change(
    key: string,
    tag: number | undefined,
    work: (tx: Transaction, at: Date) => Promise<void>,
  ): Promise<Changed<Content>> {
    return within(db, async (tx) => {
      await lock(tx, 'version', `${kind.kind}:${key}`);
      if (tag !== undefined && tag !== (await tagOf(tx, ofKey(key)))) throw stale();
      await work(tx, clock());
      const changed = await read(tx, key);
      if (!changed) throw notFound('内容');
      return changed;
    });
  }

  async function openDraft(tx: Transaction, key: string) {
    const [draft] = await tx
      .select()
      .from(table)
      .where(and(ofKey(key), inArray(table.state, [...openStates])));
    return draft;
  }

  async function writeDraft(
    tx: Transaction,
    { key, content, actor, at }: Omit<PublishedChange<Content>, 'number'>,
  ) {
    await kind.check?.(tx, key, content);
    const draft = await openDraft(tx, key);
    const changed = { content, changedBy: actor.uid, changedAt: at };
    if (draft) {
      await tx
        .update(table)
        .set({ ...changed, state: 'draft', revision: draft.revision + 1 })
        .where(and(ofKey(key), eq(table.number, draft.number)));
      return;
    }
    const [last] = await tx
      .select({ number: sql<number>`coalesce(max(${table.number}), 0)::int` })
      .from(table)
      .where(ofKey(key));
    await tx.insert(table).values({
      ...changed,
      kind: kind.kind,
      key,
      number: (last?.number ?? 0) + 1,
      createdBy: actor.uid,
      createdAt: at,
    });
  }

  async function setState(
    tx: Transaction,
    key: string,
    actor: Actor,
    at: Date,
    { state, note }: { state: VersionState; note: string },
  ) {
    const draft = await openDraft(tx, key);
    if (!draft) throw noDraft();
    await tx
      .update(table)
      .set({ state, note, revision: draft.revision + 1, changedBy: actor.uid, changedAt: at })
      .where(and(ofKey(key), eq(table.number, draft.number)));
    return draft;
  }

  /** If other tables hold the published content, the delivered one no longer exists. */
  const delivered = async (source: Source, key: string) =>
    kind.isLive ? undefined : kind.asDelivered(source, key);

  async function contentOf(source: Source, key: string, number: number) {
    const [row] = await source
      .select({ content: table.content })
      .from(table)
      .where(and(ofKey(key), eq(table.number, number)));
    return row?.content as Content | undefined;
  }

  const audit = (tx: Transaction, actor: Actor, verb: string, key: string, at: Date) =>
    writeAudit(tx, {
      actor,
      action: `${kind.kind}.${verb}`,
      subjectType: 'content',
      subjectId: `${kind.kind}:${key}`,
      at,
    });

  return {
    /** Content in force today; undefined if there is none. */
    current: (key: string, source: Source = db) => current(source, key),

    /** Content in force, open draft and future versions; undefined if nothing was ever written. */
    read: (key: string) => read(db, key),

    /** Saves the open draft, or creates one. One waiting for review becomes a draft again. */
    save: (actor: Actor, key: string, tag: number | undefined, content: Content) =>
      change(key, tag, async (tx, at) => {
        await writeDraft(tx, { key, content, actor, at });
        await audit(tx, actor, 'draft', key, at);
      }),

    /** Discards the open draft, which stays in the history. */
    discard: (actor: Actor, key: string, tag: number | undefined) =>
      change(key, tag, async (tx, at) => {
        await setState(tx, key, actor, at, { state: 'discarded', note: '' });
        await audit(tx, actor, 'discard', key, at);
      }),

    /** Submits the open draft for review by the operator. */
    submit: (actor: Actor, key: string, tag: number | undefined, note = '') =>
      change(key, tag, async (tx, at) => {
        const draft = await openDraft(tx, key);
        if (draft) kind.demandFinished?.(draft.content as Content);
        await setState(tx, key, actor, at, { state: 'waiting', note });
        await audit(tx, actor, 'ask', key, at);
      }),

    /** Returns a draft under review to its writer, with a reason. */
    sendBack: (actor: Actor, key: string, tag: number | undefined, note: string) =>
      change(key, tag, async (tx, at) => {
        await setState(tx, key, actor, at, { state: 'draft', note });
        await audit(tx, actor, 'return', key, at);
      }),

    /** Publishes the open draft. Refuses a past day, and a future one if not allowed. */
    publish: (actor: Person, key: string, tag: number | undefined, publication: Publication) =>
      change(key, tag, async (tx, at) => {
        const draft = await openDraft(tx, key);
        if (!draft) throw noDraft();
        const { note, holdsFrom } = publication;
        demandPossibleDay(holdsFrom, jstDay(at), kind.mayHoldLater ?? false);
        const content = draft.content as Content;
        await kind.check?.(tx, key, content);
        kind.demandFinished?.(content);
        await tx
          .update(table)
          .set({
            state: 'published',
            note,
            holdsFrom: holdsFrom === '' ? null : holdsFrom,
            revision: draft.revision + 1,
            publishedBy: actor.uid,
            publishedAt: at,
          })
          .where(and(ofKey(key), eq(table.number, draft.number)));
        await kind.publish?.(tx, { key, number: draft.number, content, actor, at });
        await audit(tx, actor, 'publish', key, at);
      }),

    /** Copies an earlier version to the draft, 0 for the delivered content. It still has to be published. */
    restore: (actor: Actor, key: string, tag: number | undefined, number: number) =>
      change(key, tag, async (tx, at) => {
        const content = number === 0 ? await delivered(tx, key) : await contentOf(tx, key, number);
        if (content === undefined) throw notFound('内容');
        await writeDraft(tx, { key, content, actor, at });
        await audit(tx, actor, 'restore', key, at);
      }),

    /** Versions, the newest first. */
    async history(key: string, position?: Position): Promise<Page<VersionSummary>> {
      const { rows, next, previous } = await readKeysetPage({
        keys: [{ by: table.number, direction: 'desc', type: 'integer' }],
        position,
        size: versionsPageSize,
        read: ({ where, orderBy, limit }) =>
          selectVersions(db)
            .where(and(ofKey(key), where))
            .orderBy(...orderBy)
            .limit(limit),
        valuesOf: ({ version }: Row) => [version.number],
      });
      const [last] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(table)
        .where(ofKey(key));
      return { items: rows.map(toSummary), next, previous, total: exactTotal(last?.count ?? 0) };
    },

    async version(key: string, number: number) {
      const [row] = await selectVersions(db).where(and(ofKey(key), eq(table.number, number)));
      return row && { ...toSummary(row), content: row.version.content as Content };
    },
  };
};

const selectVersions = (source: Source) =>
  source
    .select({
      version: table,
      changedBy: joinedPersonName,
    })
    .from(table)
    .leftJoin(users, eq(users.uid, table.changedBy))
    .$dynamic();

/** Latest version in force: of the latest day reached, the last one published. */
async function newestPublished(source: Source, ofKey: SQL | undefined, today: string) {
  const [row] = await source
    .select()
    .from(table)
    .where(
      and(
        ofKey,
        eq(table.state, 'published'),
        isNotNull(table.publishedAt),
        sql`(${table.holdsFrom} is null or ${table.holdsFrom} <= ${today}::date)`,
      ),
    )
    .orderBy(
      sql`coalesce(${table.holdsFrom}, (${table.publishedAt} at time zone 'Asia/Tokyo')::date) desc`,
      sql`${table.number} desc`,
    )
    .limit(1);
  return row;
}

/** Sum of revisions, which grows with every change; the value of If-Match. */
async function tagOf(source: Source, ofKey: SQL | undefined): Promise<number> {
  const [row] = await source
    .select({ tag: sql<number>`coalesce(sum(${table.revision}), 0)::int` })
    .from(table)
    .where(ofKey);
  return row?.tag ?? 0;
}

function demandPossibleDay(holdsFrom: string, today: string, mayHoldLater: boolean): void {
  if (holdsFrom === '') return;
  const message = !mayHoldLater
    ? 'この内容は、公開するとすぐに反映されます。日付は選べません。'
    : holdsFrom < today
      ? '適用する日は、今日以降の日を選んでください。'
      : undefined;
  if (message) {
    throw refuse('ValidationError', message, { errors: [{ path: 'holdsFrom', message }] });
  }
}

const toSummary = ({ version, changedBy }: Row): VersionSummary => ({
  number: version.number,
  state: version.state as VersionState,
  note: version.note,
  holdsFrom: version.holdsFrom ?? '',
  changedBy,
  changedAt: toTimestamp(version.changedAt),
  publishedAt: version.publishedAt ? toTimestamp(version.publishedAt) : '',
});
