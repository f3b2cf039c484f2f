import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { type DirectoryOrder, type DirectoryQuery, directoryOrders } from '#domain/directory.ts';
import { prefectures } from '#domain/prefecture.ts';
import { maxKeywordLength } from '#domain/search-text.ts';
import { socialChallengeIds, socialChallenges } from '#domain/social-challenge.ts';

export const orderLabels: Record<DirectoryOrder, string> = {
  thisMonth: '今月の寄付が多い順',
  cumulative: '累計の寄付が多い順',
  newAssociate: '新しく加わった順',
};

type SearchFormProps = {
  /** The list's path, without page and query. */
  action: string;
  query: DirectoryQuery;
  /** Told of every change as it is made, so that the list can follow at once. */
  onChange: (query: DirectoryQuery) => void;
  onFocus: () => void;
  /** The list is that of one challenge, which is not to be chosen here. */
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
  const [keyword, setKeyword] = useState(query.keyword);
  // A new URL (back button, header search) brings a new keyword; typing brings none.
  const [shown, setShown] = useState(query.keyword);
  if (shown !== query.keyword) {
    setShown(query.keyword);
    setKeyword(query.keyword);
  }
  const change = (part: Partial<DirectoryQuery>) => onChange({ ...query, keyword, ...part });
  const type = (event: FormEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    setKeyword(value);
    // Half a word under an input method is not yet a keyword.
    if (!(event.nativeEvent as InputEvent).isComposing) search(value);
  };
  const search = (value: string) => {
    setShown(value);
    change({ keyword: value });
  };
  return (
    <Form
      action={action}
      role="search"
      aria-label="団体の検索"
      className="grid grid-cols-1 items-end gap-4 rounded-card border border-line bg-paper p-5 narrow:grid-cols-2 desktop:flex desktop:flex-wrap"
      onFocus={onFocus}
    >
      <label className="narrow:col-span-2 desktop:min-w-0 desktop:grow">
        <span className="font-bold">キーワード</span>
        <input
          type="search"
          name="keyword"
          className="control mt-1"
          value={keyword}
          maxLength={maxKeywordLength}
          onInput={type}
          onCompositionEnd={(event) => search(event.currentTarget.value)}
          autoComplete="off"
          enterKeyHint="search"
        />
      </label>
      {!isOfOneChallenge && (
        <label>
          <span className="font-bold">社会課題</span>
          <select
            name="socialChallengeId"
            className="control mt-1"
            value={query.socialChallengeId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ socialChallengeId: socialChallengeIds.find((id) => id === value) })
            }
          >
            <option value="">すべて</option>
            {socialChallengeIds.map((id) => (
              <option key={id} value={id}>
                {socialChallenges[id].label}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span className="font-bold">都道府県</span>
        <select
          name="prefecture"
          className="control mt-1"
          value={query.prefecture ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ prefecture: prefectures.find((name) => name === value) })
          }
        >
          <option value="">すべて</option>
          {prefectures.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        <span className="font-bold">並び順</span>
        <select
          name="order"
          className="control mt-1"
          value={query.order}
          onChange={({ currentTarget: { value } }) =>
            change({ order: directoryOrders.find((order) => order === value) ?? 'thisMonth' })
          }
        >
          {directoryOrders.map((order) => (
            <option key={order} value={order}>
              {orderLabels[order]}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">探す</Button>
      <label className="flex min-h-11 items-center gap-2 narrow:col-span-2 desktop:w-full">
        <input
          type="checkbox"
          name="isDeductible"
          value="true"
          className="size-5 accent-coral"
          checked={query.isDeductible}
          onChange={({ currentTarget: { checked } }) => change({ isDeductible: checked })}
        />
        寄付金控除の対象になる団体だけを見る
      </label>
    </Form>
  );
}
