import { Icon } from '#kit/ui/pictures/icon.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { isTrouble, parcelWords } from '#warehouse/tracking/carrier-words.ts';
import type { OwnParcels } from '#warehouse/tracking/own-parcels.ts';
import {
  formatTrackingNumber,
  parcelCarrierLabels,
  trackingPageOf,
} from '#warehouse/tracking/parcel.ts';

/** Each kit's tracking number, to copy, with a link to the carrier's tracking page. */
export function TrackingNumbers({
  parcels,
  boxes,
}: {
  parcels: OwnParcels['parcels'];
  boxes: number;
}) {
  const pages = new Map(
    parcels.flatMap(({ carrier }) =>
      carrier === '' ? [] : [[trackingPageOf(carrier), carrier] as const],
    ),
  );
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
            {parcel.carrier !== '' && (
              <span className="text-sm text-ink-2">{parcelCarrierLabels[parcel.carrier]}</span>
            )}
            {parcel.trackingNumber !== '' && <SlipNumber number={parcel.trackingNumber} />}
            {parcel.state !== 'sent' && (
              <span className="w-full text-sm">
                {parcelWords[parcel.state]}。
                {isTrouble(parcel.state) &&
                  '担当者が運送会社に確かめています。わかりましたら、メールでお知らせします。'}
              </span>
            )}
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

function SlipNumber({ number }: { number: string }) {
  return (
    <>
      <span className="font-bold tabular-nums">{formatTrackingNumber(number)}</span>
      <button
        type="button"
        onClick={() => copy(number)}
        aria-label={`${formatTrackingNumber(number)}をコピー`}
        className="inline-flex min-h-11 items-center gap-1 text-sm font-bold text-coral-dark underline underline-offset-4"
      >
        <Icon name="copy" className="size-4" />
        コピー
      </button>
    </>
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
