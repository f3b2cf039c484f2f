import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ItemContent } from '#warehouse/appraisals/draft-item.ts';

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00', '消す'] as const;
const usual = [0, 100, 300, 500, 1_000, 3_000];
const mostDigits = 8;
const button =
  'min-h-12 min-w-0 rounded-lg border-2 font-bold tabular-nums whitespace-nowrap hover:bg-sand';

/** The price of an item: as suggested by earlier ones, from common prices, or digit by digit. */
export function PriceKeypad({
  content,
  onPrice,
}: {
  content: ItemContent;
  onPrice: (amountYen: number | null) => void;
}) {
  const { amountYen, quantity } = content;
  const press = (name: string) => {
    const digits = amountYen === null ? '' : String(amountYen);
    const next = name === '消す' ? digits.slice(0, -1) : `${digits}${name}`;
    onPrice(next === '' ? null : Number(next.slice(0, mostDigits)));
  };
  return (
    <section aria-label="金額" className="min-w-0">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-sm font-bold">金額{quantity > 1 && `（${quantity}点の合計）`}</p>
        <p className="text-2xl font-bold tabular-nums" aria-live="polite">
          {amountYen === null ? '—' : formatYen(amountYen)}
          <span className="ml-1 text-base">円</span>
        </p>
      </div>
      <SuggestedPrice content={content} onPrice={onPrice} />
      <div className="grid grid-cols-3 gap-1.5 narrow:grid-cols-6">
        {usual.map((yen) => (
          <button
            key={yen}
            type="button"
            aria-pressed={amountYen === yen}
            className={`${button} text-sm ${amountYen === yen ? 'border-coral bg-coral-soft text-coral-dark' : 'border-line bg-paper'}`}
            onClick={() => onPrice(yen)}
          >
            {formatYen(yen)}円
          </button>
        ))}
      </div>
      <div className="mt-1.5 grid grid-cols-3 gap-1.5">
        {keys.map((name) => (
          <button
            key={name}
            type="button"
            className={`${button} border-line bg-paper text-lg`}
            onClick={() => press(name)}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Shows nothing with too few such items. */
function SuggestedPrice({
  content: { category, condition, brand, quantity },
  onPrice,
}: {
  content: ItemContent;
  onPrice: (amountYen: number) => void;
}) {
  const { value } = useQuery(
    category !== '' && condition !== ''
      ? addressOf('GET /api/office/appraisals/price', { query: { category, condition, brand } })
      : undefined,
  );
  if (!value?.suggestion) return null;
  const { medianYen, count, isOfBrand } = value.suggestion;
  const yen = medianYen * quantity;
  return (
    <button
      type="button"
      onClick={() => onPrice(yen)}
      className="mb-1.5 flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 rounded-lg border-2 border-leaf bg-leaf-soft px-3 text-left"
    >
      <b className="text-lg tabular-nums">目安 {formatYen(yen)}円</b>
      <span className="text-sm">
        {isOfBrand ? '同じブランドの' : 'これまでの'}
        {formatYen(count)}件の中央値
      </span>
    </button>
  );
}
