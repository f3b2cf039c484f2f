import { useId } from 'react';
import type { Donation } from '#giving/donations/donation.ts';
import type { Pledge } from '#giving/pledges/pledge.ts';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { QueryForm } from '#kit/forms/query-form.tsx';
import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LongList } from '#kit/ui/long-list.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type GivingQuery,
  givingOrderLabels,
  givingOrders,
  pledgesOf,
  type Supported,
  supportedOf,
} from './own-giving.ts';

/** The donor's own organisations and pledges, filtered and sorted by the search area. */
export function OwnGiving({
  donations,
  pledges,
  query,
}: {
  donations: readonly Donation[];
  pledges: readonly Pledge[];
  query: GivingQuery;
}) {
  const count = supportedOf(donations, everything).length + pledges.length;
  const supported = supportedOf(donations, query);
  const own = pledgesOf(pledges, donations, query);
  const asked = `${query.keyword} ${query.order}`;
  const hasNone = donations.length === 0 && pledges.length === 0;
  return (
    <section aria-labelledby="own-giving" className="space-y-6">
      <h2 id="own-giving">わたしの寄付先と#mypledge</h2>
      <GivingSearch query={query} isFolded={count <= mostWithoutSearch} />
      <p role="status" className="text-ink-2">
        団体・基金 {supported.length}か所、#mypledge {own.length}件
      </p>
      {hasNone ? (
        <NoDonations />
      ) : (
        <>
          <div>
            <h3 className="mb-3">寄付した団体・基金</h3>
            {supported.length === 0 ? (
              <p className="text-ink-2">
                {donations.length === 0 ? '寄付が成立すると、ここに並びます。' : noMatch}
              </p>
            ) : (
              <LongList key={asked} items={supported} label="団体・基金" row={SupportedRow} />
            )}
          </div>
          <div>
            <h3 className="mb-3">わたしの#mypledge</h3>
            {own.length > 0 && (
              <LongList key={asked} items={own} label="#mypledge" row={PledgeRow} />
            )}
            {own.length === 0 && pledges.length > 0 && <p className="text-ink-2">{noMatch}</p>}
            {pledges.length === 0 && (
              <p className="text-ink-2">
                まだ投稿がありません。
                <Link to="/mypage/my-pledge" className="text-coral-dark underline">
                  #mypledgeを書く
                </Link>
              </p>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Up to this many entries are seen at a glance: the search area is folded, but present. */
const mostWithoutSearch = 8;
const everything: GivingQuery = { keyword: '', order: 'newest' };
const noMatch = 'キーワードに合うものは見つかりませんでした。';

function NoDonations() {
  return (
    <EmptyState
      title="まだ寄付がありません"
      action={
        <>
          <ButtonLink to="/search">寄付先を探す</ButtonLink>
          <ButtonLink to="/appraisal" variant="outline">
            買取寄付を申し込む
          </ButtonLink>
        </>
      }
    >
      寄付した団体と#mypledgeがここに並びます。最初の一箱を送ってみませんか。
    </EmptyState>
  );
}

const rowClassName =
  'relative flex items-center gap-4 rounded-tile border border-line bg-paper p-4 hover:border-coral';
const wholeRow = 'no-underline after:absolute after:inset-0';

function SupportedRow({ item }: { item: Supported }) {
  return (
    <li className={rowClassName}>
      <div className="min-w-0 grow">
        <h4 className="font-sans leading-snug font-bold">
          <Link to={item.path} className={wholeRow}>
            {item.name}
          </Link>
        </h4>
        <p className="text-sm text-ink-2 tabular-nums">
          {item.donationCount}回、最近は{formatDate(item.lastDonatedAt)}
        </p>
      </div>
      <p className="figures shrink-0 text-lg text-coral-dark">{formatYen(item.sumYen)}円</p>
    </li>
  );
}

function PledgeRow({ item: { id, text, items, donation, pledgedAt } }: { item: Pledge }) {
  const [first] = items;
  return (
    <li className={rowClassName}>
      {first ? (
        <img
          src={imageAt(first.image, Math.min(...first.widths))}
          srcSet={imageSet(first.image, first.widths)}
          sizes="72px"
          width="72"
          height="72"
          alt=""
          loading="lazy"
          decoding="async"
          className="size-18 shrink-0 rounded-xl bg-sand object-cover"
        />
      ) : (
        <span className="grid size-18 shrink-0 place-items-center rounded-xl bg-sand">
          <Picture name="love-letter" className="size-10" />
        </span>
      )}
      <div className="min-w-0 grow">
        <h4 className="line-clamp-2 font-sans text-base leading-snug font-normal">
          <Link to={`/mypage/my-pledge/${id}`} className={wholeRow}>
            {text}
          </Link>
        </h4>
        <p className="mt-1 truncate text-sm text-ink-2 tabular-nums">
          {formatDate(pledgedAt)}　{donation.associateName}へ
        </p>
      </div>
    </li>
  );
}

const orders = givingOrders.map((value) => ({ value, label: givingOrderLabels[value] }));

/** The search area of the profile page: keyword, order, button; folded while the lists are short. */
function GivingSearch({ query, isFolded }: { query: GivingQuery; isFolded: boolean }) {
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
