import { useState } from 'react';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { SaveButton } from '#kit/client/save-button.tsx';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { GivingPurpose } from './giver-list.ts';
import { NamesNotice, PurposeChoice } from './purpose-choice.tsx';
import {
  type CopyBasis,
  type CopyYear,
  copyBases,
  copyBasisLabels,
  copyStateLabels,
  type ReceiptCopy,
} from './receipt-copy.ts';
import { SaveParts } from './save-parts.tsx';

/** Copies of the receipts in an organisation's name by year; `api` is the organisation's API path. */
export function ReceiptCopiesSection({ api, mayRead }: { api: string; mayRead: boolean }) {
  const [basis, setBasis] = useState<CopyBasis>('received');
  const [purpose, setPurpose] = useState<GivingPurpose>('keeping');
  const [shown, setShown] = useState<number>();
  const years = useQuery<CopyYear[]>(`${api}/receipt-copy-years?basis=${basis}`);
  return (
    <>
      <p className="mt-2 max-w-narrow text-ink-2">
        団体の名義で発行した受領証明書の控えと、その状態です。合計は、有効な証明書だけを足した額です（同じ寄付に有効な証明書は1通だけです）。
      </p>
      {mayRead ? (
        <NamesNotice />
      ) : (
        <p className="mt-3 text-sm">控えは、編集できる役割の方だけがご覧いただけます。</p>
      )}
      <div className="mt-4 flex flex-wrap gap-4">
        <label className="block max-w-80 text-sm font-bold">
          年の数え方
          <select
            className="control mt-1 block w-full"
            value={basis}
            onChange={(event) => {
              setBasis(copyBases.find((one) => one === event.currentTarget.value) ?? 'received');
              setShown(undefined);
            }}
          >
            {copyBases.map((one) => (
              <option key={one} value={one}>
                {copyBasisLabels[one]}
              </option>
            ))}
          </select>
        </label>
        {mayRead && <PurposeChoice purpose={purpose} onChange={setPurpose} />}
      </div>
      {years.problem && !years.value && (
        <LoadFailure message={years.problem.message} onRetry={years.reload} />
      )}
      {!years.value && !years.problem && <Skeleton lines={4} label="控えを読み込んでいます" />}
      {years.value?.length === 0 && (
        <p className="mt-4 text-sm">発行した証明書は、まだありません。</p>
      )}
      <ul className="mt-4 divide-y divide-dashed divide-line">
        {years.value?.map((year) => (
          <li key={year.year} className="py-4">
            <Year year={year} />
            {mayRead && (
              <YearActions
                {...{ api, basis, purpose }}
                year={year.year}
                isShown={shown === year.year}
                onShow={() => setShown(shown === year.year ? undefined : year.year)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const Year = ({ year }: { year: CopyYear }) => (
  <>
    <h3 className="text-lg tabular-nums">{year.year}年</h3>
    <p className="flex flex-wrap gap-x-4 tabular-nums">
      <span className="font-bold">
        有効 {formatYen(year.validCount)}通 {formatYen(year.validYen)}円
      </span>
      <span>差し替え {formatYen(year.replacedCount)}通</span>
      <span>無効 {formatYen(year.voidCount)}通</span>
    </p>
  </>
);

function YearActions({
  api,
  year,
  basis,
  purpose,
  isShown,
  onShow,
}: {
  api: string;
  year: number;
  basis: CopyBasis;
  purpose: GivingPurpose;
  isShown: boolean;
  onShow: () => void;
}) {
  const asked = new URLSearchParams({ year: String(year), basis, purpose });
  const about = `${year}年の受領証明書の控え`;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="small" aria-expanded={isShown} onClick={onShow}>
          {isShown ? '一覧を閉じる' : '一覧を見る'}
        </Button>
        <SaveParts
          pathOf={(from) =>
            `${api}/receipt-copies.pdf?${asked}${from === null ? '' : `&cursor=${encodeURIComponent(from)}`}`
          }
          fileName={`receipt-copies-${basis}-${year}`}
          label="PDF"
          about={about}
        />
        <SaveButton
          path={`${api}/receipt-copies.csv?${asked}`}
          fileName={`receipt-copies-${basis}-${year}.csv`}
          label="CSV"
          about={about}
        />
      </div>
      {isShown && (
        <div className="mt-4">
          <PagedList<ReceiptCopy>
            path={`${api}/receipt-copies?${asked}`}
            label={about}
            empty={{ title: 'この年の控えはありません', text: '発行されると、ここに並びます。' }}
            keyOf={({ number }) => number}
          >
            {(copy) => <Copy copy={copy} />}
          </PagedList>
        </div>
      )}
    </>
  );
}

function Copy({ copy }: { copy: ReceiptCopy }) {
  const { number, kind, year, issuedAt, donorName, donorAddress, amountYen, state } = copy;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 font-bold">
        <span className="wrap-anywhere">{donorName}</span>
        <span className="tabular-nums">{formatYen(amountYen)}円</span>
      </p>
      <p className="text-sm wrap-anywhere">{donorAddress}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
        <span>{number}</span>
        <span>{formatDate(issuedAt)}発行</span>
        <span>{kind === 'year' ? `${year}年の1年分` : '1件のご寄付'}</span>
        <Chip tone={state === 'valid' ? 'leaf' : 'error'}>{copyStateLabels[state]}</Chip>
      </p>
      {state !== 'valid' && (
        <p className="text-sm">
          {formatDate(copy.endedOn)}　{copy.reason}
          {copy.replacedBy !== '' && `（番号${copy.replacedBy}へ）`}
        </p>
      )}
    </>
  );
}
