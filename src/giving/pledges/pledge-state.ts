import type { Choice } from '#kit/forms/fields/choice.ts';
import type { OwnPledgeState } from './pledge.ts';
import type { WrittenState } from './pledge-draft.ts';

/** The labels of a pledge's states for its author, and of the buttons that lead there. */
export const pledgeStates = {
  draft: { label: '下書き', note: 'まだ誰にも見えません', button: '下書きを保存する' },
  published: { label: '公開する', note: 'どなたでもご覧になれます', button: '公開する' },
  hidden: { label: '非公開にする', note: 'あなただけが見られます', button: '非公開で保存する' },
} as const satisfies Record<WrittenState, { label: string; note: string; button: string }>;

/** The message after saving a pledge; `before` is its previous state, draft for a new one. */
export function savedMessage(after: OwnPledgeState, before: OwnPledgeState = 'draft'): string {
  if (after === 'draft') return '下書きを保存しました。';
  if (after === 'published') {
    return before === 'published'
      ? '公開中の#mypledgeを更新しました。'
      : '#mypledgeを公開しました。';
  }
  return before === 'hidden' ? '#mypledgeを保存しました。' : '#mypledgeを非公開にしました。';
}

/** The possible next states of a pledge: a published one never becomes a draft again. */
export function nextStateChoices(state: WrittenState): Choice[] {
  const other = state === 'draft' ? 'draft' : 'hidden';
  return (['published', other] as const).map((value) => {
    const { label, note } = pledgeStates[value];
    return { value, label: value === 'draft' ? '下書きにする' : label, note };
  });
}
