import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { SelectFrame, selectClassName } from '#kit/forms/fields/select-input.tsx';
import { QueryForm } from '#kit/forms/query-form.tsx';
import { Button } from '#kit/ui/button.tsx';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';
import { prefectures } from '#kit/values/prefecture.ts';
import {
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import {
  type DirectoryOrder,
  type DirectoryQuery,
  directoryOrders,
  readDirectoryQuery,
} from './directory-query.ts';
import { searchUrl } from './search-url.ts';
import { useChosenQuery } from './use-chosen-query.ts';

export const orderLabels: Record<DirectoryOrder, string> = {
  thisMonth: '今月の寄付が多い順',
  cumulative: '累計の寄付が多い順',
  newAssociate: '新しく加わった順',
};

// Created once, so that a keystroke does not recreate them.
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
  /** Called when a search is submitted by key or button; the list is up to date already. */
  onSearch: () => void;
  onFocus: () => void;
  /** The challenge is fixed on the list of one challenge. */
  isOfOneChallenge: boolean;
};

/** Keyword, challenge, order, prefecture and the deductible filter; a plain GET form where scripts don't run. */
export function SearchForm({
  action,
  query,
  onChange,
  onSearch,
  onFocus,
  isOfOneChallenge,
}: SearchFormProps) {
  const [chosen, setChosen] = useChosenQuery(query);
  const form = useRef<HTMLFormElement>(null);
  // Always reads the whole form: the DOM alone holds what was typed before hydration or since the last render.
  const read = (): DirectoryQuery => {
    if (!form.current) return chosen;
    const fields = new FormData(form.current) as { get(name: string): string | null };
    return { ...(isOfOneChallenge && query), ...readDirectoryQuery(fields) };
  };
  const change = () => {
    const next = read();
    setChosen(next);
    onChange(next);
  };
  // Changes made before hydration count as well, and so does a focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on hydration
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) onFocus();
    if (searchUrl(action, read()) !== searchUrl(action, query)) change();
  }, []);
  const type = (event: FormEvent<HTMLInputElement>) => {
    // An unfinished word of an input method is not a keyword yet.
    if ((event.nativeEvent as InputEvent).isComposing) setChosen(read());
    else change();
  };
  return (
    <QueryForm
      ref={form}
      action={action}
      role="search"
      aria-label="団体の検索"
      className={`grid grid-cols-2 items-end gap-x-3 gap-y-3 rounded-card border border-line bg-paper p-4 narrow:gap-4 narrow:p-5 ${isOfOneChallenge ? 'desktop:grid-cols-[1fr_auto_auto_auto]' : 'desktop:grid-cols-[3fr_2fr_1.6fr_2.2fr_auto]'}`}
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault();
        change();
        onSearch();
      }}
    >
      <div className="col-span-2 grid grid-cols-[1fr_auto] items-end gap-3 desktop:contents">
        <label className="min-w-0">
          <span className="font-bold">キーワード</span>
          <input
            type="search"
            name="keyword"
            className="control mt-1"
            value={chosen.keyword}
            maxLength={maxKeywordUnits}
            onInput={type}
            onCompositionEnd={change}
            autoComplete="off"
            enterKeyHint="search"
          />
        </label>
        <Button type="submit" className="max-narrow:px-5 desktop:order-1">
          探す
        </Button>
      </div>
      {!isOfOneChallenge && (
        <Choice
          label="社会課題"
          name="socialChallengeId"
          value={chosen.socialChallengeId ?? ''}
          onChange={change}
        >
          <option value="">すべて</option>
          {challengeOptions}
        </Choice>
      )}
      <Choice label="都道府県" name="prefecture" value={chosen.prefecture ?? ''} onChange={change}>
        <option value="">すべて</option>
        {prefectureOptions}
      </Choice>
      <Choice
        label="並び順"
        name="order"
        value={chosen.order}
        onChange={change}
        className="max-desktop:col-span-2"
      >
        {orderOptions}
      </Choice>
      <label className="col-span-full -my-2 flex min-h-11 items-center gap-2 desktop:order-2">
        <input
          type="checkbox"
          name="isDeductible"
          value="true"
          className="size-5 shrink-0 accent-coral"
          checked={chosen.isDeductible}
          onChange={change}
        />
        <span className="max-narrow:text-sm">寄付金控除の対象になる団体だけを見る</span>
      </label>
    </QueryForm>
  );
}

function Choice({
  label,
  children,
  className = '',
  ...select
}: {
  label: string;
  className?: string;
  name: string;
  value: string;
  onChange: () => void;
  children: ReactNode;
}) {
  return (
    <label className={`min-w-0 ${className}`}>
      <span className="mb-1 block font-bold">{label}</span>
      <SelectFrame>
        <select className={selectClassName} {...select}>
          {children}
        </select>
      </SelectFrame>
    </label>
  );
}
