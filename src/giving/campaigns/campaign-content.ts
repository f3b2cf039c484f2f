import * as z from 'zod/mini';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { line, optionalLine, optionalParagraphs, paragraphs } from '#kit/values/typed-text.ts';
import { AssociateId } from '#organisations/associates/associate.ts';

/** URL segment of a campaign: /campaign/{year}/{token}. */
const CampaignToken = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      'アドレスの文字は、半角の英小文字・数字・ハイフンで入力してください。',
    ),
  );

const maxAssociates = 60;

const inOrder = <Days extends { startsOn: string; endsOn: string }>() =>
  z.refine<Days>(({ startsOn, endsOn }) => startsOn <= endsOn, {
    path: ['endsOn'],
    message: '終わりの日は、始まりの日と同じか、後の日にしてください。',
  });

/** Content of one version of a campaign; texts are Markdown, days YYYY-MM-DD, both included. */
export const CampaignContent = z
  .strictObject({
    title: line('題名', 60),
    lead: line('ひとこと', 100),
    body: paragraphs('本文', 5000),
    startsOn: serviceDay(),
    endsOn: serviceDay(),
    associateIds: z.array(AssociateId).check(
      z.maxLength(maxAssociates, `団体は${maxAssociates}件までです。`),
      z.refine((ids) => new Set(ids).size === ids.length, '同じ団体が2回選ばれています。'),
    ),
    /** Its result, shown after the end. */
    result: optionalParagraphs('結果の報告', 5000),
    /** Its picture with alternative text; "" for none. Older versions have neither. */
    imageId: z.optional(z.string().check(z.maxLength(100))),
    imageAlt: z.optional(optionalLine('画像の説明', 120)),
    /** False hides its page and all links to it. */
    isShown: z.boolean(),
  })
  .check(
    inOrder(),
    z.refine(({ imageId, imageAlt }) => !imageId || !!imageAlt, {
      path: ['imageAlt'],
      message: '画像の説明を入力してください。',
    }),
  );
export type CampaignContent = z.infer<typeof CampaignContent>;

/** Initial fields of a campaign draft. */
export const NewCampaign = z
  .strictObject({
    title: line('題名', 60),
    token: CampaignToken,
    startsOn: serviceDay('始まりの日を入力してください。'),
    endsOn: serviceDay('終わりの日を入力してください。'),
  })
  .check(inOrder());
export type NewCampaign = z.infer<typeof NewCampaign>;

/** "2018:cat": the key of a campaign's versions. */
export const campaignKey = ({ year, token }: { year: number; token: string }) => `${year}:${token}`;

/** Year and token of a key; undefined if malformed. */
export function campaignOfKey(key: string): { year: number; token: string } | undefined {
  const [, year, token] = /^(\d{4}):([a-z0-9][a-z0-9-]{0,39})$/.exec(key) ?? [];
  return year === undefined || token === undefined ? undefined : { year: Number(year), token };
}

/** A campaign in the operator's list. */
export const AdminCampaign = z.object({
  key: z.string(),
  year: z.number(),
  token: z.string(),
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.enum(['running', 'upcoming', 'ended']),
  isShown: z.boolean(),
  /** Path of its published picture; "" for none. */
  image: z.string(),
  hasDraft: z.boolean(),
});
export type AdminCampaign = z.infer<typeof AdminCampaign>;
