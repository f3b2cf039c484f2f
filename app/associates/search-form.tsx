import { type FormEvent, useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { SelectFrame, selectClassName } from '#app/forms/fields/select-input.tsx';
import { Button } from '#app/ui/button.tsx';
import {
  type DirectoryOrder,
  type DirectoryQuery,
  directoryOrders,
  readDirectoryQuery,
} from '#domain/associates/directory.ts';
import { socialChallengeIds, socialChallenges } from '#domain/challenges/social-challenge.ts';
import { maxKeywordLength } from '#domain/values/keyword-length.ts';
import { prefectures } from '#domain/values/prefecture.ts';
import { searchUrl } from './search-url.ts';
import { useChosenQuery } from './use-chosen-query.ts';

export const orderLabels: Record<DirectoryOrder, string> = {
  thisMonth: '今月の寄付が多い順',
  cumulative: '累計の寄付が多い順',
  newAssociate: '新しく加わった順',
};

// Created once, so that a keystroke does not render them again.
const challengeOptions = socialChallengeIds.map((id) => (
  <option key={id} value={id}>
    {socialChallenges[id].label}
  </option>
));
const prefectureOptions = prefectures.map((name) => <option key={name}>{name}</option>);
const orderOptions = directoryOrders.map((order) => (
  <option key={order} value={order}>
    {orderLabels[order]}
  </option>
));

type SearchFormProps = {
  /** The list's path without page and query. */
  action: string;
  query: DirectoryQuery;
  /** Called with every change at once, so that the list can follow. */
  onChange: (query: DirectoryQuery) => void;
  onFocus: () => void;
  /** On the list of one challenge, the challenge cannot be chosen here. */
  isOfOneChallenge: boolean;
};

/** Keyword, challenge, order, prefecture and the deductible filter; a plain GET form where scripts don't run. */
export function SearchForm({
  action,
  query,
  onChange,
  onFocus,
  isOfOneChallenge,
}: SearchFormProps) {
  const [chosen, setChosen] = useChosenQuery(query);
  const change = (part: Partial<DirectoryQuery>) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    onChange(next);
  };
  const form = useRef<HTMLFormElement>(null);
  // Changes made before hydration count as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on hydration
  useEffect(() => {
    if (!form.current) return;
    const fields = new FormData(form.current) as { get(name: string): string | null };
    const early = { ...(isOfOneChallenge && query), ...readDirectoryQuery(fields) };
    if (searchUrl(action, early) !== searchUrl(action, query)) change(early);
  }, []);
  const type = (event: FormEvent<HTMLInputElement>) => {
    const { value: keyword } = event.currentTarget;
    // An unfinished word of an input method is not a keyword yet.
    if ((event.nativeEvent as InputEvent).isComposing) setChosen({ ...chosen, keyword });
    else change({ keyword });
  };
  return (
    <Form
      ref={form}
      action={action}
      role="search"
      aria-label="団体の検索"
      className={`grid grid-cols-1 items-end gap-4 rounded-card border border-line bg-paper p-5 narrow:grid-cols-2 ${isOfOneChallenge ? 'desktop:grid-cols-[1fr_auto_auto_auto]' : 'desktop:grid-cols-[3fr_2fr_1.6fr_2.2fr_auto]'}`}
      onFocus={onFocus}
    >
      <label className="min-w-0 narrow:col-span-2 desktop:col-span-1">
        <span className="font-bold">キーワード</span>
        <input
          type="search"
          name="keyword"
          className="control mt-1"
          value={chosen.keyword}
          maxLength={maxKeywordLength}
          onInput={type}
          onCompositionEnd={(event) => change({ keyword: event.currentTarget.value })}
          autoComplete="off"
          enterKeyHint="search"
        />
      </label>
      {!isOfOneChallenge && (
        <label>
          <span className="mb-1 block font-bold">社会課題</span>
          <SelectFrame>
            <select
              className={selectClassName}
              name="socialChallengeId"
              value={chosen.socialChallengeId ?? ''}
              onChange={({ currentTarget: { value } }) =>
                change({ socialChallengeId: socialChallengeIds.find((id) => id === value) })
              }
            >
              <option value="">すべて</option>
              {challengeOptions}
            </select>
          </SelectFrame>
        </label>
      )}
      <label>
        <span className="mb-1 block font-bold">都道府県</span>
        <SelectFrame>
          <select
            className={selectClassName}
            name="prefecture"
            value={chosen.prefecture ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ prefecture: prefectures.find((name) => name === value) })
            }
          >
            <option value="">すべて</option>
            {prefectureOptions}
          </select>
        </SelectFrame>
      </label>
      <label>
        <span className="mb-1 block font-bold">並び順</span>
        <SelectFrame>
          <select
            className={selectClassName}
            name="order"
            value={chosen.order}
            onChange={({ currentTarget: { value } }) =>
              change({ order: directoryOrders.find((order) => order === value) ?? 'thisMonth' })
            }
          >
            {orderOptions}
          </select>
        </SelectFrame>
      </label>
      <Button type="submit">探す</Button>
      <label className="flex min-h-11 items-center gap-2 col-span-full">
        <input
          type="checkbox"
          name="isDeductible"
          value="true"
          className="size-5 accent-coral"
          checked={chosen.isDeductible}
          onChange={({ currentTarget: { checked } }) => change({ isDeductible: checked })}
        />
        寄付金控除の対象になる団体だけを見る
      </label>
    </Form>
  );
}
