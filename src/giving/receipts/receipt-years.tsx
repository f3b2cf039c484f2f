import type { ReactNode } from 'react';
import { Card } from '#kit/ui/card.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type OwnReceipts, withIssued } from './own-receipts.ts';
import type { Receipt, ReceiptGroup } from './receipt.ts';
import { ReceiptActions } from './receipt-actions.tsx';
import { receivedWords } from './receipt-rule.ts';

type Props = OwnReceipts & {
  onChange: (own: OwnReceipts) => void;
  /** A year's gifts by day of decision and by day of receipt. */
  byDays: (year: string) => ReactNode;
  /** The effect of a year's gifts on the donor's taxes. */
  relief: (year: number, groups: readonly ReceiptGroup[]) => ReactNode;
};

/** Receipts by year: those that can be issued, those that were, and why others can't. */
export function ReceiptYears({ groups, receipts, account, onChange, byDays, relief }: Props) {
  const onIssued = (issued: Receipt) =>
    onChange({ groups, receipts: withIssued(receipts, issued), account });
  const years = [...Map.groupBy(groups, ({ year }) => year)];
  const newest = years.findIndex(([year]) => year !== null);
  return (
    <div className="space-y-6">
      {years.map(([year, ofYear], index) => (
        // Opens the gifts that have not arrived and the newest year; the others are folded.
        <details key={year ?? ''} open={year === null || index === newest} className="group/year">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-tile border border-line bg-sand px-4 py-2 narrow:px-5">
            <h2 className="text-xl narrow:text-2xl">
              {year === null ? 'まだ団体へ届いていない寄付' : `${year}年分の寄付`}
            </h2>
            <span className="flex items-center gap-3 text-sm whitespace-nowrap text-ink-2">
              {ofYear.reduce((count, { donations }) => count + donations.length, 0)}件
              <Icon
                name="chevron-down"
                className="size-6 shrink-0 text-coral transition-transform group-open/year:rotate-180"
              />
            </span>
          </summary>
          <div className="mt-5 mb-10 space-y-5">
            {year !== null && byDays(String(year))}
            {year !== null && relief(year, ofYear)}
            {ofYear.map((group) => (
              <RecipientReceipts
                key={group.associateId || group.associateName}
                {...{ group, receipts, account, onIssued }}
              />
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}

type RecipientProps = Pick<OwnReceipts, 'receipts' | 'account'> & {
  group: ReceiptGroup;
  onIssued: (receipt: Receipt) => void;
};

function RecipientReceipts({ group, receipts, account, onIssued }: RecipientProps) {
  const { associateId, associateName, year, donations } = group;
  const sumYen = donations.reduce((sum, donation) => sum + donation.amountYen, 0);
  // Shows a reason common to all donations once.
  const isWithout =
    donations.every(({ reason }) => reason === group.reason && reason !== '') &&
    !receipts.some((one) => one.associateId === associateId && one.year === year);
  return (
    <Card
      as="article"
      aria-label={`${associateName}への${year === null ? 'まだ届いていない' : `${year}年分の`}寄付`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="min-w-0 font-sans text-lg [overflow-wrap:anywhere] narrow:text-xl">
          {associateId ? (
            <Link to={`/associate/${associateId}`} className="no-underline hover:underline">
              {associateName}
            </Link>
          ) : (
            associateName
          )}
        </h3>
        <p className="figures text-2xl whitespace-nowrap text-coral-dark">
          {formatYen(sumYen)}円
          <span className="ml-2 font-sans text-sm text-ink-2">{donations.length}件</span>
        </p>
      </div>
      {isWithout ? (
        <>
          <p className="mt-4 rounded-tile bg-sand px-4 py-3">{group.reason}</p>
          <EndedPapers papers={endedPapers(group, receipts)} />
          {year === null && <DaysGiven donations={donations} />}
        </>
      ) : (
        <>
          {year === null ? (
            <EndedPapers papers={endedPapers(group, receipts).filter(isYearReceipt)} />
          ) : (
            <OfYear {...{ group, year, receipts, account, onIssued }} />
          )}
          <div className="mt-4">
            <Disclosure
              summary={`寄付ごとの証明書（${donations.length}件）`}
              isOpen={group.reason !== ''}
            >
              <ul className="divide-y divide-dashed divide-line">
                {donations.map((donation) => (
                  <li key={donation.appraisalId} className="py-4 first:pt-0 last:pb-0">
                    <OneDonation {...{ donation, receipts, account, onIssued }} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          </div>
        </>
      )}
    </Card>
  );
}

/** The receipt for all of a year's gifts to one organisation. */
function OfYear({ group, year, receipts, account, onIssued }: RecipientProps & { year: number }) {
  const { associateId, associateName, donations, amountYen, reason } = group;
  const sumYen = donations.reduce((sum, donation) => sum + donation.amountYen, 0);
  const isPart = amountYen > 0 && amountYen !== sumYen;
  return (
    <div className="mt-5 rounded-tile bg-sand px-4 py-4">
      <p className="mb-2 font-bold">
        一年分の証明書
        {isPart && (
          <span className="ml-2 text-sm font-normal">
            （対象になる寄付 {formatYen(amountYen)}円）
          </span>
        )}
      </p>
      <ReceiptActions
        {...{ receipts, account }}
        subject={{ kind: 'year', year, associateId }}
        appraisalIds={donations.flatMap((one) => (one.reason === '' ? one.appraisalId : []))}
        reason={reason}
        about={`${associateName}の${year}年分の証明書`}
        onIssued={onIssued}
      />
      <EndedPapers papers={endedPapers(group, receipts).filter(isYearReceipt)} />
    </div>
  );
}

/** Receipts on a group's gifts that are no longer valid. */
function endedPapers(
  { associateId, year, donations }: ReceiptGroup,
  receipts: readonly Receipt[],
): Receipt[] {
  const giftNumbers = donations.map(({ appraisalId }) => appraisalId);
  return receipts.filter(
    (one) =>
      one.state !== 'valid' &&
      (one.appraisalIds.some((number) => giftNumbers.includes(number)) ||
        // Receipts of earlier versions have no list of gifts.
        (one.appraisalIds.length === 0 &&
          one.associateId === associateId &&
          (year === null || one.year === year))),
  );
}

const isYearReceipt = ({ kind }: Receipt) => kind === 'year';
const stateWords = { valid: '有効', replaced: '差し替え', void: '無効' } as const;

/** The end of receipts: state and day, reason, and the receipt that replaced them. */
function EndedPapers({ papers }: { papers: readonly Receipt[] }) {
  if (papers.length === 0) return null;
  return (
    <ul className="mt-3 space-y-1 text-sm text-ink-2">
      {papers.map(({ number, state, endedAt, endReason, replacedBy }) => (
        <li key={number}>
          <b className="mr-2">{stateWords[state]}</b>
          <span className="whitespace-nowrap">番号 {number}</span>
          {endedAt && `（${formatDate(endedAt)}${endReason && `、${endReason}`}）`}
          {replacedBy && <span className="whitespace-nowrap"> → 番号 {replacedBy}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The days of gifts that have not arrived yet. */
function DaysGiven({ donations }: Pick<ReceiptGroup, 'donations'>) {
  return (
    <ul className="mt-3 text-sm text-ink-2 tabular-nums">
      {donations.map(({ appraisalId, donatedAt, amountYen }) => (
        <li key={appraisalId}>
          {formatDate(donatedAt)}のご寄付　{formatYen(amountYen)}円（申込番号 {appraisalId}）
        </li>
      ))}
    </ul>
  );
}

function OneDonation({
  donation,
  receipts,
  account,
  onIssued,
}: Omit<RecipientProps, 'group'> & { donation: ReceiptGroup['donations'][number] }) {
  const { appraisalId, donatedAt, receivedOn, amountYen, reason } = donation;
  const ended = receipts.filter(
    (one) => !isYearReceipt(one) && one.state !== 'valid' && one.appraisalIds.includes(appraisalId),
  );
  return (
    <div className="grid gap-3 narrow:grid-cols-[1fr_1.4fr]">
      <p>
        <span className="mr-3 tabular-nums">{formatDate(donatedAt)}</span>
        <b className="whitespace-nowrap">{formatYen(amountYen)}円</b>
        <span className="block text-sm text-ink-2">申込番号 {appraisalId}</span>
        {receivedOn && (
          <span className="block text-sm text-ink-2 tabular-nums">{receivedWords(receivedOn)}</span>
        )}
      </p>
      <div>
        <ReceiptActions
          {...{ receipts, account, reason, onIssued }}
          subject={{ kind: 'donation', appraisalId }}
          appraisalIds={[appraisalId]}
          about={`申込番号${appraisalId}の証明書`}
        />
        <EndedPapers papers={ended} />
      </div>
    </div>
  );
}
