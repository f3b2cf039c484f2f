import * as z from 'zod/mini';
import { SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { line, optionalLine, optionalParagraphs, paragraphs } from '#kit/values/typed-text.ts';
import { AssociateId } from '#organisations/associates/associate.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';

const hasNoDuplicates = (keys: readonly string[]) => new Set(keys).size === keys.length;

/** Organisations picked for the top page, in order. */
export const PicksContent = z.strictObject({
  picks: z
    .array(
      z.strictObject({
        category: SocialChallengeId,
        associateId: AssociateId,
        title: line('見出し', 40),
        comment: optionalLine('紹介の言葉', 120),
      }),
    )
    .check(
      z.maxLength(24, 'おすすめの団体は24件までです。'),
      z.refine(
        (picks) => hasNoDuplicates(picks.map((pick) => `${pick.category} ${pick.associateId}`)),
        '同じ社会課題に、同じ団体が2回入っています。',
      ),
    ),
});
export type PicksContent = z.infer<typeof PicksContent>;

/** The 18 social challenges in the order of all lists, with their texts. */
export const ChallengesContent = z.strictObject({
  challenges: z
    .array(
      z.strictObject({
        id: SocialChallengeId,
        will: line('目指すこと', 60),
        description: optionalParagraphs('紹介', 400),
        fundName: line('基金の名前', 40),
      }),
    )
    .check(
      z.length(socialChallengeIds.length, '社会課題は18件すべてを並べてください。'),
      z.refine(
        (challenges) => hasNoDuplicates(challenges.map(({ id }) => id)),
        '同じ社会課題が2回入っています。',
      ),
    ),
});
export type ChallengesContent = z.infer<typeof ChallengesContent>;

/** A path of the site, or nothing. */
const sitePath = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200, 'リンク先は200文字以内で入力してください。'),
    z.regex(
      /^(?:|\/(?![/\\])[\w/.#?=&%-]*)$/,
      'リンク先は、/で始まるこのサイトのパスを入力してください。',
    ),
  );

/** Notices at the top of every public page, each from a day to a day. */
export const NoticesContent = z.strictObject({
  notices: z
    .array(
      z
        .strictObject({
          title: line('お知らせ', 80),
          body: optionalParagraphs('詳しい内容', 300),
          linkLabel: optionalLine('リンクの文字', 30),
          linkPath: sitePath,
          startsOn: serviceDay(),
          endsOn: z.union([z.literal(''), serviceDay()]),
        })
        .check(
          z.refine(({ startsOn, endsOn }) => endsOn === '' || startsOn <= endsOn, {
            path: ['endsOn'],
            message: '終わりの日は、始まりの日と同じか、後の日にしてください。',
          }),
          z.refine(({ linkLabel, linkPath }) => (linkLabel === '') === (linkPath === ''), {
            path: ['linkPath'],
            message: 'リンクの文字とリンク先は、両方を入力するか、両方を空にしてください。',
          }),
        ),
    )
    .check(z.maxLength(5, 'お知らせは5件までです。終わったものを削除してください。')),
});
export type NoticesContent = z.infer<typeof NoticesContent>;
export type SiteNotice = NoticesContent['notices'][number];

/** Notices shown on `today` (YYYY-MM-DD). */
export const noticesOn = ({ notices }: NoticesContent, today: string): SiteNotice[] =>
  notices.filter(({ startsOn, endsOn }) => startsOn <= today && (endsOn === '' || today <= endsOn));

/** URL fragment by which other pages link to a group or an answer. */
const anchor = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9-]{0,39}$/, '目印は半角の英小文字・数字・ハイフンで入力してください。'),
  );

/** Questions by topic; answers are Markdown. */
export const QuestionsContent = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        id: anchor,
        title: line('まとまりの題名', 40),
        questions: z
          .array(
            z.strictObject({
              id: anchor,
              question: line('質問', 100),
              answer: paragraphs('答え', 3000),
            }),
          )
          .check(
            z.minLength(1, '質問を1つ以上入れてください。'),
            z.maxLength(30, '1つのまとまりの質問は30件までです。'),
          ),
      }),
    )
    .check(
      z.minLength(1, 'まとまりを1つ以上入れてください。'),
      z.maxLength(12, 'まとまりは12件までです。'),
      z.refine((groups) => {
        const ids = groups.flatMap(({ id, questions }) => [id, ...questions.map((one) => one.id)]);
        return hasNoDuplicates(ids);
      }, '同じ目印が2回使われています。'),
    ),
});
export type QuestionsContent = z.infer<typeof QuestionsContent>;
