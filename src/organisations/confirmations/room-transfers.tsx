import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { RoomTransfer } from './confirmation.ts';
import { TakeBackButton } from './take-back-button.tsx';

/** Older transfers are shown on request. */
const shownFirst = 3;

/** Transfers to an organisation, each with its one button. */
export function RoomTransfers({
  associateId,
  onChanged,
}: {
  associateId: string;
  onChanged: () => void;
}) {
  const { value, problem, reload, change } = useQuery(
    addressOf('GET /api/staff/associates/:associateId/transfers', { params: { associateId } }),
  );
  const [isWhole, setWhole] = useState(false);
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={4} label="送金を読み込んでいます" />;
  const waiting = value.filter(isWaiting);
  const others = value.filter((one) => !isWaiting(one));
  const shown = [...waiting, ...(isWhole ? others : others.slice(0, shownFirst))];
  const onOne = (changed: RoomTransfer) => {
    change(value.map((one) => (one.id === changed.id ? changed : one)));
    onChanged();
  };
  return (
    <Card as="section" aria-labelledby="transfers" className="mb-6">
      <h2 id="transfers" className="text-xl narrow:text-2xl">
        送金の受け取り
      </h2>
      <p className="mt-2 text-ink-2">
        {value.length === 0
          ? '最初の送金が届くと、ここから受け取りをお知らせいただけます。'
          : '通帳でご確認のうえ、お知らせください。寄付者にも、届いた証しとして伝わります。'}
      </p>
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {shown.map((transfer, index) => (
          <li key={transfer.id} className="py-4">
            <Transfer
              transfer={transfer}
              isFirst={index === 0}
              associateId={associateId}
              onChanged={onOne}
              onStale={reload}
            />
          </li>
        ))}
      </ul>
      {!isWhole && others.length > shownFirst && (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          前の送金も見る（{others.length - shownFirst}件）
        </Button>
      )}
    </Card>
  );
}

const isWaiting = ({ state, confirmedAt }: RoomTransfer) =>
  state !== 'returned' && confirmedAt === '';

type TransferProps = {
  transfer: RoomTransfer;
  isFirst: boolean;
  associateId: string;
  onChanged: (changed: RoomTransfer) => void;
  onStale: () => void;
};

function Transfer({ transfer, isFirst, associateId, onChanged, onStale }: TransferProps) {
  const { id, number, amountYen, gifts, state, day, returnedOn, returnReason, turn } = transfer;
  const confirming = useSubmission(
    () =>
      send('POST /api/staff/associates/:associateId/transfers/:id/confirm', {
        ...{ params: { associateId, id }, body: { turn } },
      }),
    {
      onDone(changed) {
        showToast('受け取りをお知らせしました。ありがとうございます。');
        onChanged(changed);
      },
    },
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <p className="figures text-lg font-bold">{formatYen(amountYen)}円</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2 tabular-nums">
          <span>
            {formatDate(day)}
            {state === 'sent' ? 'お振り込み' : '着金'}
          </span>
          {gifts > 0 && <span>寄付{formatYen(gifts)}件</span>}
          {number !== '' && <span>明細書 {number}</span>}
        </p>
        {state === 'returned' && (
          <p className="mt-1 text-sm">
            {formatDate(returnedOn)}に銀行から戻りました（{returnReason}
            ）。口座を確認できしだい、改めてお送りします。
          </p>
        )}
        {transfer.takenBackReason !== '' && state !== 'returned' && (
          <p className="mt-1 text-sm">
            受け取りのお知らせは取り消されています（{transfer.takenBackReason}）。
          </p>
        )}
        <SubmitError message={confirming.message} />
        {confirming.message !== undefined && (
          <Button variant="outline" size="small" className="mt-2" onClick={onStale}>
            読み込み直す
          </Button>
        )}
      </div>
      {isWaiting(transfer) && (
        <Button
          className="max-narrow:w-full"
          variant={isFirst ? 'primary' : 'outline'}
          isBusy={confirming.isPending}
          onClick={() => confirming.send(undefined)}
        >
          受け取りました
          <span className="sr-only">：{formatYen(amountYen)}円</span>
        </Button>
      )}
      {transfer.confirmedAt !== '' && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Chip tone="leaf">受け取り済み</Chip>
          <span className="text-sm text-ink-2 tabular-nums">
            {formatDate(transfer.confirmedAt)}
          </span>
          <TakeBackButton transfer={transfer} associateId={associateId} onDone={onChanged} />
        </p>
      )}
      {state === 'returned' && <Chip tone="honey">組戻し</Chip>}
    </div>
  );
}
