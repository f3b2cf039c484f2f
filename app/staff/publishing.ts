import type { RoomFacts } from '#domain/staff/room.ts';

/** What the button of publication says and what is said afterwards: at once, or after the operator's look. */
export const publishing = (
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
