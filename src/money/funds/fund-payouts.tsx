import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { PublicPayout } from './fund.ts';
import { type PayoutState, publicPayoutLabels } from './payout-state.ts';
import type { ShownFund } from './shown-fund.ts';

const tones: Record<PayoutState, ChipTone> = {
  decided: 'honey',
  sent: 'sky',
  arrived: 'leaf',
  'came-back': 'honey',
  withdrawn: 'plain',
};

type Part = { items: PublicPayout[]; next: string | undefined };

/** The part of the list from a cursor on; the first part without one. */
async function loadPart(id: string, cursor: string | undefined): Promise<Part> {
  const asked = cursor === undefined ? '' : `?cursor=${cursor}`;
  const response = await fetch(`/api/funds/${id}/payouts${asked}`);
  if (!response.ok) throw new Error(`the pay-outs answered ${response.status}`);
  return {
    items: await response.json(),
    next: response.headers.get('x-next-cursor') ?? undefined,
  };
}

/** The pay-outs of a fund: date, amount, recipient, reason, and whether it has arrived. Newest first. */
export function FundPayouts({ fund }: { fund: ShownFund }) {
  const { fundName, socialChallengeId } = fund.figures;
  const [loaded, setLoaded] = useState<Part>();
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function loadMore() {
    if (isLoading) return;
    setLoading(true);
    setFailed(false);
    try {
      // The page has the first part but not its cursor, so that is loaded again.
      const shown = loaded ?? (await loadPart(socialChallengeId, undefined));
      const more = shown.next ? await loadPart(socialChallengeId, shown.next) : undefined;
      setLoaded(more ? { items: [...shown.items, ...more.items], next: more.next } : shown);
    } catch {
      setFailed(true);
    } finally {
      setLoading(false);
    }
  }
  const items = loaded?.items ?? fund.payouts;
  const hasMore = loaded ? loaded.next !== undefined : fund.hasMore;
  return (
    <section id="fund" aria-labelledby="fund-title" className="mt-12 scroll-mt-24">
      <h2 id="fund-title">{fundName}からのお届け</h2>
      <p className="mt-2 text-ink-2">
        お預かりしたご寄付を、どの団体に、なぜお届けするかを、決めたその日から公開しています。
      </p>
      {items.length === 0 ? (
        <p className="mt-4 rounded-card bg-sand px-5 py-4">
          まだお届けはありません。決まりしだい、ここでお知らせします。
        </p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {items.map((payout) => (
            <PayoutItem key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
      <p role="status" className="mt-2 text-center font-bold text-error">
        {hasFailed && '続きを読み込めませんでした。もう一度お試しください。'}
      </p>
      {hasMore && (
        <p className="mt-4 text-center">
          <Button variant="outline" size="small" isBusy={isLoading} onClick={loadMore}>
            {isLoading ? '読み込んでいます' : 'もっと見る'}
          </Button>
        </p>
      )}
    </section>
  );
}

function PayoutItem({ payout }: { payout: PublicPayout }) {
  const { decidedOn, amountYen, associateId, associateName, reason, state } = payout;
  return (
    <li className="grid gap-1 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="mr-3 text-sm text-ink-2 tabular-nums">{shownDate(decidedOn)}</span>
          <Link
            to={`/associate/${encodeURIComponent(associateId)}`}
            className="font-bold wrap-anywhere text-coral-dark underline"
          >
            {associateName}
          </Link>
        </p>
        <p className="figures text-lg">
          {amountYen !== null && `${formatYen(amountYen)}円`}
          {amountYen === null && state !== 'withdrawn' && (
            <span className="font-sans text-sm text-ink-2">金額は後日公表します</span>
          )}
        </p>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      <p className="text-sm text-ink-2">
        <Chip tone={tones[state]}>{publicPayoutLabels[state]}</Chip>
        {payout.receivedOn !== null && (
          <span className="ml-2 tabular-nums">{shownDate(payout.receivedOn)}に届きました</span>
        )}
        {payout.withdrawalReason !== '' && (
          <span className="ml-2 wrap-anywhere">理由：{payout.withdrawalReason}</span>
        )}
      </p>
    </li>
  );
}
