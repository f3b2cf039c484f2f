import type { Acceptance } from '#giving/acceptance/acceptance.ts';
import type { Holiday } from '#giving/acceptance/acceptance-schema.ts';
import { giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { productKinds, productLabels } from '#giving/applications/goods.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { canShowDays, OfferedDays } from './offered-days.tsx';

/** Preview of the form's choices. */
export function AcceptancePreview({ accepted }: { accepted: Acceptance }) {
  const { value: holidays } = useQuery<Holiday[]>('/api/office/settings/holidays');
  if (!holidays) return <Skeleton lines={6} />;
  const { products, productNotes, maxBoxes, offersBuyBack, sellerAge, giftAge } = accepted;
  return (
    <div className="space-y-5">
      <div>
        <p className="font-bold">お品物の種類</p>
        <ul className="mt-1 flex flex-wrap gap-2">
          {productKinds
            .filter((kind) => products.includes(kind))
            .map((kind) => (
              <li key={kind} className="rounded-xl border border-line bg-paper px-3 py-1.5">
                {productLabels[kind]}
                {productNotes[kind] && (
                  <span className="block text-sm text-ink-2">{productNotes[kind]}</span>
                )}
              </li>
            ))}
        </ul>
      </div>
      <p>
        <b>お送りする箱の数</b>：1箱{maxBoxes > 1 && `から${maxBoxes}箱`}まで
      </p>
      <p>
        <b>買取寄付</b>：{offersBuyBack ? `${sellerAge}歳以上の方` : 'お休みしています'}
        <br />
        <b>団体への寄付</b>：{giftAgeText(giftAge)}
      </p>
      {canShowDays(accepted) && (
        <OfferedDays accepted={accepted} holidays={holidays} today={jstDay(new Date())} />
      )}
    </div>
  );
}
