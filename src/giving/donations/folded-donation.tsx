import { type ReactNode, useState } from 'react';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { ApplicationContent, ReceiptChip } from '#giving/applications/application-card.tsx';
import { reachedOf } from '#giving/applications/application-state.ts';
import { receivedWords } from '#giving/receipts/receipt-rule.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { leavesNothing } from '#money/ledger/fees.ts';
import { useSession } from '#people/session/session.ts';
import type { DonationHistoryEntry } from './donation.ts';

/** Whether a donation is complete: its money was transferred. */
export const isFinished = (application: ApplicationStatus | undefined): boolean =>
  application !== undefined && reachedOf(application.state) === reachedOf('remitted');

const isEmptyGift = (application: ApplicationStatus | undefined): boolean =>
  application?.sums !== undefined &&
  leavesNothing({ amountYen: application.amountYen ?? 0, ...application.sums });

/** A donation in one line: day, recipient, number, progress and amount; unfolded, its timeline. */
export function FoldedDonation({
  donation,
  application,
  isOpen: isOpenAtFirst,
}: {
  donation: DonationHistoryEntry;
  /** Undefined if it could not be loaded. */
  application: ApplicationStatus | undefined;
  isOpen: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { donationId, associateId, associateName, donatedAt, receivedOn, amount } = donation;
  return (
    <article aria-label={`${associateName}への寄付（${donationId}）`}>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group/box rounded-tile border border-line bg-paper"
      >
        <summary className="grid min-h-14 grid-cols-[1fr_auto_auto] items-center gap-x-3 rounded-tile px-4 py-2 leading-snug narrow:px-5">
          <span className="min-w-0">
            <span className="block font-bold wrap-anywhere">{associateName}</span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-2 tabular-nums">
              <span>{formatDate(donatedAt)}</span>
              <span className="whitespace-nowrap">申込番号 {donationId}</span>
              {application && <StateChip application={application} />}
            </span>
            {associateId && amount > 0 && !isEmptyGift(application) && (
              <span className="block text-sm text-ink-2 tabular-nums">
                {receivedWords(receivedOn)}
              </span>
            )}
          </span>
          <span className="figures text-right text-xl leading-tight whitespace-nowrap text-coral-dark">
            <span className="block text-xs text-ink-2">寄付額</span>
            {formatYen(amount)}円
          </span>
          <Icon
            name="chevron-down"
            className="size-5 text-coral transition-transform group-open/box:rotate-180"
          />
        </summary>
        {isOpen && (
          <div className="border-t border-dashed border-line px-4 pt-5 pb-6 narrow:px-5">
            <DonationContent donation={donation} application={application} />
            <p className="mt-6">
              <Link
                to={donationPath(donationId)}
                className="text-coral-dark underline underline-offset-4"
              >
                この寄付のゆくえを見る
              </Link>
            </p>
          </div>
        )}
      </details>
    </article>
  );
}

function StateChip({ application }: { application: ApplicationStatus }) {
  const { state, thanks } = application;
  if (thanks.length > 0) return <Chip tone="leaf">お礼あり</Chip>;
  if (isEmptyGift(application)) return <Chip>送金なし</Chip>;
  return reachedOf(state) === reachedOf('remitted') ? (
    <Chip tone="leaf">送金済み</Chip>
  ) : (
    <Chip tone="honey">送金の準備中</Chip>
  );
}

/** The progress of a donation, with its donor's actions. */
export function DonationContent({
  donation,
  application,
  trace,
}: {
  donation: DonationHistoryEntry;
  application: ApplicationStatus | undefined;
  /** The whole way of the gift, in place of its steps, goods and sums. */
  trace?: ReactNode;
}) {
  const { donationId, associateId, associateName, needReceipt } = donation;
  return (
    <>
      {associateId && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Link to={`/associate/${associateId}`} className="text-coral-dark underline">
            {associateName}のページ
          </Link>
          <ReceiptChip needReceipt={needReceipt} />
        </p>
      )}
      {application && <ApplicationContent application={application} isGiven trace={trace} />}
      <PledgeLink appraisalId={donationId} />
    </>
  );
}

/** A link to the donor's pledge for a donation, which may not exist yet. */
function PledgeLink({ appraisalId }: { appraisalId: string }) {
  const { pledges } = useSession();
  const written = pledges.find((one) => one.appraisalId === appraisalId);
  return (
    <p className="mt-6">
      <ButtonLink
        to={
          written
            ? `/mypage/my-pledge/${written.id}`
            : `/mypage/my-pledge/new?appraisalId=${appraisalId}`
        }
        variant="outline"
        size="small"
      >
        {written ? '#mypledgeを編集する' : '#mypledgeを書く'}
      </ButtonLink>
    </p>
  );
}

/** The page of one donation in the donor's history. */
const donationPath = (donationId: string) => `/mypage/donation-history/${donationId}`;
