import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { LedgerRow } from './ledger.ts';
import { stateLabels } from './ledger-columns.ts';

const tones: Record<LedgerRow['state'], ChipTone> = {
  decided: 'honey',
  sent: 'sky',
  arrived: 'leaf',
  returned: 'error',
  withdrawn: 'plain',
};

/** Transfers and pay-outs, each with its days and its published sums. */
export function LedgerList({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <LedgerItem key={`${row.kind} ${row.id}`} row={row} />
      ))}
    </ul>
  );
}

function LedgerItem({ row }: { row: LedgerRow }) {
  const { kind, state, associateId, associateName, fundName, gifts, reason, confirmedOn } = row;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <Link
            to={`/associate/${encodeURIComponent(associateId)}`}
            className="font-bold wrap-anywhere text-coral-dark underline"
          >
            {associateName}
          </Link>
          <span className="ml-2 text-sm whitespace-nowrap text-ink-2">
            {kind === 'payout' ? `${fundName}からの支払い` : `ご寄付${formatYen(gifts)}件`}
          </span>
        </p>
        {confirmedOn === null ? (
          <Chip tone={tones[state]}>{stateLabels[state]}</Chip>
        ) : (
          <Chip tone="leaf">団体が確認しました</Chip>
        )}
      </div>
      <Steps row={row} />
      {kind === 'payout' ? <PayoutSum row={row} /> : <TransferSums row={row} />}
      {reason !== '' && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
    </li>
  );
}

/** The days of a transfer in their order. */
function Steps({ row }: { row: LedgerRow }) {
  const { decidedOn, sentOn, receivedOn, returnedOn, confirmedOn } = row;
  const steps: [string, string | null][] = [
    ['決まった', decidedOn],
    ['送金した', sentOn],
    ['着金', receivedOn],
    ['銀行から戻った', returnedOn],
    ['団体が確認', confirmedOn],
  ];
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {steps.map(
        ([label, day]) =>
          day !== null && (
            <li key={label} className="whitespace-nowrap">
              {label} <span className="tabular-nums">{shownDate(day)}</span>
            </li>
          ),
      )}
    </ol>
  );
}

function TransferSums({ row }: { row: LedgerRow }) {
  const { state, gifts, shownGifts, givenYen, costYen, arrivedYen } = row;
  if (givenYen === null || costYen === null || arrivedYen === null) {
    return state === 'arrived' ? (
      <p className="text-sm text-ink-2">金額は、次の送金と合わせて公表します</p>
    ) : null;
  }
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      <Sum label="寄付額" yen={givenYen} />
      <Sum label="費用" yen={costYen} />
      <Sum label="届いた額" yen={arrivedYen} isMain />
      {shownGifts !== gifts && (
        <div className="self-end text-sm text-ink-2">
          <dt className="sr-only">金額を公表した件数</dt>
          <dd>{formatYen(shownGifts)}件分の金額です</dd>
        </div>
      )}
    </dl>
  );
}

function PayoutSum({ row: { state, arrivedYen } }: { row: LedgerRow }) {
  if (arrivedYen !== null) {
    return (
      <dl>
        <Sum label="支払う額" yen={arrivedYen} isMain />
      </dl>
    );
  }
  return state === 'withdrawn' ? null : (
    <p className="text-sm text-ink-2">金額は、基金の寄付の金額といっしょに後日公表します。</p>
  );
}

function Sum({ label, yen, isMain }: { label: string; yen: number; isMain?: boolean }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className={isMain ? 'figures text-lg text-leaf' : 'tabular-nums'}>{formatYen(yen)}円</dd>
    </div>
  );
}
