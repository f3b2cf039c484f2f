import type { RoomFacts } from './room.ts';

/** Texts of the publish button and its confirmation: at once, or after the operator's review. */
export const publishTexts = (
  { publishesAtOnce }: Pick<RoomFacts, 'publishesAtOnce'>,
  publishLabel: string,
  publishedMessage: string,
) =>
  publishesAtOnce
    ? { asksForLook: false, publishLabel, publishedMessage }
    : {
        asksForLook: true,
        publishLabel: '運営に確認を依頼する',
        publishedMessage: '確認を依頼しました。運営が確認すると公開されます。',
      };
