import { useId } from 'react';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { QueryForm } from '#kit/forms/query-form.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';
import { type GivingQuery, givingOrderLabels, givingOrders } from './own-giving.ts';

const orders = givingOrders.map((value) => ({ value, label: givingOrderLabels[value] }));

/** The search area of the profile page: keyword, order, button; folded while the lists are short. */
export function GivingSearch({ query, isFolded }: { query: GivingQuery; isFolded: boolean }) {
  if (!isFolded) return <SearchForm query={query} />;
  return (
    <Disclosure
      summary="キーワードと並び順でしぼり込む"
      isOpen={query.keyword !== '' || query.order !== 'newest'}
    >
      <SearchForm query={query} />
    </Disclosure>
  );
}

function SearchForm({ query }: { query: GivingQuery }) {
  const id = useId();
  return (
    <QueryForm
      key={`${query.keyword} ${query.order}`}
      role="search"
      aria-label="わたしの寄付先と#mypledgeの検索"
      preventScrollReset
      className="grid items-end gap-4 rounded-card border border-line bg-paper p-5 narrow:grid-cols-[1fr_12rem_auto]"
    >
      <label>
        <span className="font-bold">キーワード</span>
        <input
          type="search"
          name="keyword"
          className="control mt-1"
          defaultValue={query.keyword}
          maxLength={maxKeywordUnits}
          placeholder="団体の名前、投稿の言葉"
          autoComplete="off"
          enterKeyHint="search"
        />
      </label>
      <div>
        <label htmlFor={id} className="mb-1 block font-bold">
          並び順
        </label>
        <SelectInput id={id} name="sort" choices={orders} defaultValue={query.order} />
      </div>
      <Button type="submit">表示する</Button>
    </QueryForm>
  );
}
