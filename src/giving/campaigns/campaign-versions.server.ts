import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import { images } from '#kit/images/images.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { compareText } from '#kit/values/compare-text.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import {
  type PublishedChange,
  type VersionedKind,
  versionsOf,
} from '#kit/versions/versions.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { campaignState } from './campaign.ts';
import {
  type AdminCampaign,
  CampaignContent,
  campaignKey,
  campaignOfKey,
  type NewCampaign,
} from './campaign-content.ts';
import { campaignAssociates, campaigns } from './campaign-tables.server.ts';
import { readCampaignAssociates } from './campaigns.server.ts';
import { builtInCampaigns } from './delivered-campaigns.ts';

const kind = 'campaign-cover';

/** Whether a picture was uploaded for a campaign. */
async function isCampaignPicture(
  source: Database | Transaction,
  imageId: string,
): Promise<boolean> {
  const [row] = await source
    .select({ id: imagesTable.id })
    .from(imagesTable)
    .where(and(eq(imagesTable.id, imageId), eq(imagesTable.purpose, kind)));
  return row !== undefined;
}

/** Stores a picture for use in a draft. Refuses like images.keep. */
export async function keepCampaignPicture(ctx: Context, bytes: Buffer) {
  const { id } = await images(ctx).keep(bytes, { kind });
  return { imageId: id, path: imagePath(id) };
}

/** Path of a picture uploaded for a campaign. */
export async function campaignPicturePath({ db }: Context, imageId: string): Promise<string> {
  if (!(await isCampaignPicture(db, imageId))) {
    throw notFound('画像');
  }
  return imagePath(imageId);
}

type Source = Database | Transaction;

export const campaignKind: VersionedKind<CampaignContent> = {
  kind: 'campaign',
  schema: CampaignContent,
  isLive: true,
  asDelivered: readContent,
  check: demandKnown,
  publish: writeCampaign,
};

/** Campaigns are few, so the list has no pages. */
const maxCampaigns = 500;

/** Creates the draft of a new campaign; returns its key. Refuses a URL already in use. */
export async function beginCampaign(
  ctx: Context,
  actor: Person,
  { title, token, startsOn, endsOn }: NewCampaign,
): Promise<string> {
  const key = campaignKey({ year: Number(startsOn.slice(0, 4)), token });
  const versions = versionsOf(ctx, campaignKind);
  if (await versions.read(key)) {
    const message = 'このアドレスの特集は、もうあります。ほかの文字にしてください。';
    throw refuse('Conflict', message, { errors: [{ path: 'token', message }] });
  }
  const words = { lead: title, body: title, result: '', imageId: '', imageAlt: '' };
  const chosen = { associateIds: [], isShown: true };
  await versions.save(actor, key, 0, { title, startsOn, endsOn, ...words, ...chosen });
  return key;
}

/** All campaigns, including unpublished drafts; latest first. */
export async function adminCampaigns({ db, clock }: Context): Promise<AdminCampaign[]> {
  const [rows, drafts] = await Promise.all([
    db.select().from(campaigns).orderBy(desc(campaigns.startsOn)).limit(maxCampaigns),
    db
      .select({ key: contentVersions.key, content: contentVersions.content })
      .from(contentVersions)
      .where(
        and(
          eq(contentVersions.kind, 'campaign'),
          inArray(contentVersions.state, ['draft', 'waiting']),
        ),
      )
      .orderBy(desc(contentVersions.changedAt))
      .limit(maxCampaigns),
  ]);
  const today = jstDay(clock());
  const drafted = new Map(drafts.map(({ key, content }) => [key, content as CampaignContent]));
  const stored = new Map(rows.map((row) => [campaignKey(row), row]));
  const delivered = builtInCampaigns.map((one) => ({ ...one, imageId: null, isShown: true }));
  const all = [...stored.values(), ...delivered.filter((one) => !stored.has(campaignKey(one)))];
  const known = new Set(all.map(campaignKey));
  const unpublished = [...drafted].flatMap(([key, content]) => {
    const place = campaignOfKey(key);
    return known.has(key) || !place ? [] : [{ ...place, ...content, isShown: false }];
  });
  return [...all, ...unpublished]
    .map(({ year, token, title, startsOn, endsOn, isShown, imageId }) => {
      const key = campaignKey({ year, token });
      const state = campaignState({ startsOn, endsOn }, today);
      const hasDraft = drafted.has(key);
      const image = imagePath(imageId || null);
      return { key, year, token, title, startsOn, endsOn, state, isShown, image, hasDraft };
    })
    .sort((a, b) => compareText(b.startsOn, a.startsOn) || compareText(a.key, b.key));
}

async function readContent(source: Source, key: string): Promise<CampaignContent | undefined> {
  const place = campaignOfKey(key);
  if (!place) return undefined;
  const [row] = await source
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.year, place.year), eq(campaigns.token, place.token)));
  const delivered = builtInCampaigns.find((one) => campaignKey(one) === key);
  const found = row ?? (delivered && { ...delivered, imageId: null, imageAlt: '', isShown: true });
  if (!found) return undefined;
  const { title, lead, body, startsOn, endsOn, result, imageAlt, isShown } = found;
  const imageId = found.imageId ?? '';
  const associateIds = await readCampaignAssociates(source, place);
  const words = { title, lead, body, startsOn, endsOn, result };
  return { ...words, associateIds, imageId, imageAlt, isShown };
}

async function demandKnown(source: Source, key: string, content: CampaignContent): Promise<void> {
  if (!campaignOfKey(key)) throw notFound('特集');
  // Versions from before pictures have none.
  if (content.imageId && !(await isCampaignPicture(source, content.imageId))) {
    const message = '画像が見つかりませんでした。もう一度、画像を選んでください。';
    throw refuse('ValidationError', message, { errors: [{ path: 'imageId', message }] });
  }
  const known = await source
    .select({ id: associates.id })
    .from(associates)
    .where(inArray(associates.id, content.associateIds));
  const ids = new Set(known.map(({ id }) => id));
  const index = content.associateIds.findIndex((id) => !ids.has(id));
  if (index < 0) return;
  const message = '見つからない団体が入っています。選び直してください。';
  throw refuse('ValidationError', message, {
    errors: [{ path: `associateIds.${index}`, message }],
  });
}

async function writeCampaign(
  tx: Transaction,
  { key, content }: PublishedChange<CampaignContent>,
): Promise<void> {
  const place = campaignOfKey(key);
  if (!place) return;
  const { associateIds, imageId, imageAlt, ...words } = content;
  // Drafts from before pictures lack the field.
  const facts = { ...words, imageId: imageId || null, imageAlt: imageAlt ?? '' };
  await tx
    .insert(campaigns)
    .values({ ...place, ...facts })
    .onConflictDoUpdate({ target: [campaigns.year, campaigns.token], set: facts });
  await tx
    .delete(campaignAssociates)
    .where(and(eq(campaignAssociates.year, place.year), eq(campaignAssociates.token, place.token)));
  if (associateIds.length === 0) return;
  const rows = associateIds.map((associateId, position) => ({ ...place, associateId, position }));
  await tx.insert(campaignAssociates).values(rows);
}
