import { useState } from 'react';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { SaveButton } from '#kit/client/save-button.tsx';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { periodLabel } from '#money/statements/period.ts';
import {
  type Giver,
  type GiverYear,
  type GivingPurpose,
  giverGroundLabels,
  noGiverList,
  unnamedOf,
} from './giver-list.ts';
import { NamesNotice, PurposeChoice } from './purpose-choice.tsx';
import { SaveParts } from './save-parts.tsx';

/** 寄附者名簿 by fiscal year; `api` is the organisation's API path, in its own area or the operator's. */
export function GiverListSection({ api, mayRead }: { api: string; mayRead: boolean }) {
  const years = useQuery<GiverYear[]>(`${api}/giver-years`);
  const [purpose, setPurpose] = useState<GivingPurpose>('keeping');
  const [shown, setShown] = useState<string>();
  if (years.problem && !years.value) {
    return <LoadFailure message={years.problem.message} onRetry={years.reload} />;
  }
  if (!years.value) return <Skeleton lines={5} label="寄附者名簿を読み込んでいます" />;
  return (
    <>
      <p className="mt-2 max-w-narrow text-ink-2">
        受領証明書を希望された方と、団体の名義の受領証明書を発行された方の、事業年度ごとの名簿です。それ以外の方は、件数と合計だけを載せます。
      </p>
      {years.value.length === 0 ? (
        <p className="mt-3 text-sm">{`${noGiverList}対象の団体には、寄付金が届くと表示されます。`}</p>
      ) : (
        <>
          {mayRead ? (
            <>
              <NamesNotice />
              <div className="mt-4">
                <PurposeChoice purpose={purpose} onChange={setPurpose} />
              </div>
            </>
          ) : (
            <p className="mt-3 text-sm">名簿は、編集できる役割の方だけがご覧いただけます。</p>
          )}
          <ul className="mt-4 divide-y divide-dashed divide-line">
            {years.value.map((year) => (
              <li key={year.period} className="py-4">
                <Year year={year} />
                {mayRead && (
                  <YearActions
                    {...{ api, year, purpose }}
                    isShown={shown === year.period}
                    onShow={() => setShown(shown === year.period ? undefined : year.period)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const sumOf = (count: number, yen: number) => `${formatYen(count)}件 ${formatYen(yen)}円`;

function Year({ year }: { year: GiverYear }) {
  const unnamed = unnamedOf(year);
  return (
    <>
      <h3 className="text-lg">{periodLabel(year.period)}</h3>
      <Facts>
        <Fact label="氏名を載せる寄付">{sumOf(year.namedCount, year.namedYen)}</Fact>
        <Fact label="氏名の記載に同意されていない方">{sumOf(unnamed.count, unnamed.yen)}</Fact>
        <Fact label="届いた寄付の合計">{sumOf(year.giftCount, year.giftYen)}</Fact>
      </Facts>
    </>
  );
}

function YearActions({
  api,
  year: { period },
  purpose,
  isShown,
  onShow,
}: {
  api: string;
  year: GiverYear;
  purpose: GivingPurpose;
  isShown: boolean;
  onShow: () => void;
}) {
  const asked = new URLSearchParams({ period, purpose });
  const about = `${periodLabel(period)}の寄附者名簿`;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="small" aria-expanded={isShown} onClick={onShow}>
          {isShown ? '名簿を閉じる' : '名簿を見る'}
        </Button>
        <SaveParts
          pathOf={(from) =>
            `${api}/givers.pdf?${asked}${from === null ? '' : `&cursor=${encodeURIComponent(from)}`}`
          }
          fileName={`giver-list-${period}`}
          label="PDF"
          about={about}
        />
        <SaveButton
          path={`${api}/givers.csv?${asked}`}
          fileName={`giver-list-${period}.csv`}
          label="CSV"
          about={about}
        />
      </div>
      {isShown && (
        <div className="mt-4">
          <PagedList<Giver>
            path={`${api}/givers?${asked}`}
            label={about}
            empty={{
              title: '名簿に載る方はいません',
              text: '証明書を希望された方や、記載に同意された方がいると並びます。',
            }}
            keyOf={({ giftNumber }) => giftNumber}
          >
            {({ receivedOn, name, address, amountYen, ground, giftNumber }) => (
              <>
                <p className="flex flex-wrap justify-between gap-x-4 font-bold">
                  <span className="wrap-anywhere">{name}</span>
                  <span className="tabular-nums">{formatYen(amountYen)}円</span>
                </p>
                <p className="text-sm wrap-anywhere">{address}</p>
                <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2 tabular-nums">
                  <span>{formatDate(receivedOn)}受領</span>
                  <span>{giftNumber}</span>
                  {ground && <Chip>{giverGroundLabels[ground]}</Chip>}
                </p>
              </>
            )}
          </PagedList>
        </div>
      )}
    </>
  );
}
