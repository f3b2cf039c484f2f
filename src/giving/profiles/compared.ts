import type { ComparedField } from '#kit/forms/two-versions.tsx';
import { snsKinds, snsLabel } from '#kit/values/sns.ts';
import type { ProfileDraft } from '#people/accounts/account.ts';
import { genderLabels } from '#people/accounts/gender.ts';
import { birthLabel } from './birth-label.ts';

const linesOf = (draft: ProfileDraft): [label: string, text: string][] => [
  ['表示名', draft.name],
  ['自己紹介', draft.text],
  ['生年月日', birthLabel(draft.birth)],
  ['性別', genderLabels[draft.gender]],
  ...snsKinds.map((kind): [string, string] => [snsLabel(kind), draft.snsAccounts[kind]]),
];

/** The fields that differ between two versions of a profile, in the order of the form. */
export function compared(mine: ProfileDraft, stored: ProfileDraft): ComparedField[] {
  const others = linesOf(stored);
  return linesOf(mine)
    .map(([label, text], index) => ({ label, mine: text, stored: others[index]?.[1] ?? '' }))
    .filter((field) => field.mine !== field.stored);
}
