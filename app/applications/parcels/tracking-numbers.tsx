import { Icon } from '#app/ui/pictures/icon.tsx';
import { showToast } from '#app/ui/toast.tsx';
import {
  formatTrackingNumber,
  type Parcel,
  parcelCarrierLabels,
  trackingPageOf,
} from '#domain/tracking/parcel.ts';

/** The number of each kit's slip, to be copied, and the carrier's page on which it is looked up. */
export function TrackingNumbers({ parcels, boxes }: { parcels: readonly Parcel[]; boxes: number }) {
  const pages = new Map(parcels.map(({ carrier }) => [trackingPageOf(carrier), carrier]));
  pages.delete('');
  return (
    <section aria-label="お届けする箱の送り状番号">
      <p className="font-bold">お届けする箱の送り状番号</p>
      <ul className="mt-1">
        {parcels.map((parcel) => (
          <li
            key={parcel.number}
            className="flex flex-wrap items-center gap-x-3 border-b border-dashed border-line py-1"
          >
            {boxes > 1 && <span className="text-sm text-ink-2">{parcel.number}箱め</span>}
            <span className="text-sm text-ink-2">{parcelCarrierLabels[parcel.carrier]}</span>
            <span className="font-bold tabular-nums">
              {formatTrackingNumber(parcel.trackingNumber)}
            </span>
            <button
              type="button"
              onClick={() => copy(parcel.trackingNumber)}
              aria-label={`${formatTrackingNumber(parcel.trackingNumber)}をコピー`}
              className="inline-flex min-h-11 items-center gap-1 text-sm font-bold text-coral-dark underline underline-offset-4"
            >
              <Icon name="copy" className="size-4" />
              コピー
            </button>
          </li>
        ))}
      </ul>
      {[...pages].map(([page, carrier]) => (
        <p key={page} className="mt-2">
          <a
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1 text-coral-dark underline"
          >
            {parcelCarrierLabels[carrier]}のページで番号を入力して、お届けの状況を見る
            <Icon name="external" className="size-4" />
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        </p>
      ))}
    </section>
  );
}

async function copy(number: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(number);
    showToast('送り状番号をコピーしました。');
  } catch {
    showToast('コピーできませんでした。お手数ですが、番号をお控えください。');
  }
}
