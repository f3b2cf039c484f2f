import { type Acceptance, isWorkday, weekdays } from '#giving/acceptance/acceptance.ts';
import type { Holiday } from '#giving/acceptance/acceptance-schema.ts';
import { giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { deliveryDateOptions } from '#giving/applications/delivery.ts';
import { productKinds, productLabels } from '#giving/applications/goods.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { addDays, isDay, jstDay, weekdayOf } from '#kit/values/timestamp.ts';
import { weekdayLabels } from './acceptance-words.ts';

/** Preview of the form's choices. */
export function AcceptancePreview({ accepted }: { accepted: Acceptance }) {
  const { value: holidays } = useQuery(addressOf('GET /api/office/settings/holidays'));
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

const daysShown = 21;

/** The next three weeks as a calendar: the shipping days, and the days offered to donors. */
function OfferedDays({
  accepted,
  holidays,
  today,
}: {
  accepted: Acceptance;
  holidays: readonly Holiday[];
  today: string;
}) {
  const closed = closedReasons(accepted, holidays, today);
  const options = deliveryDateOptions(today, { ...accepted, closedDays: [...closed.keys()] });
  const offered = new Set(options.map(({ value }) => value));
  const first = weekdayOf(today);
  const days = Array.from({ length: daysShown }, (_, index) => addDays(today, index));
  return (
    <div>
      <p className="font-bold">お届け希望日のカレンダー</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
        <li>
          <span className="mr-1 inline-block size-4 rounded bg-leaf-soft align-middle" />
          選べる日
        </li>
        <li>
          <span className="mr-1 inline-block size-4 rounded border border-line bg-sand align-middle" />
          箱を発送しない日
        </li>
      </ul>
      <ol className="mt-3 grid max-w-140 grid-cols-7 gap-1 text-center text-sm">
        {days.map((day, index) => (
          <Day
            key={day}
            day={day}
            column={index === 0 ? first + 1 : undefined}
            isOffered={offered.has(day)}
            reason={closed.get(day)}
          />
        ))}
      </ol>
    </div>
  );
}

function Day({
  day,
  column,
  isOffered,
  reason,
}: {
  day: string;
  column: number | undefined;
  isOffered: boolean;
  reason: string | undefined;
}) {
  const [, month, date] = day.split('-').map(Number);
  const look = isOffered ? 'bg-leaf-soft font-bold' : reason ? 'bg-sand' : 'bg-paper text-ink-2';
  return (
    <li
      style={{ gridColumnStart: column }}
      className={`min-w-0 rounded border p-1 leading-tight ${reason ? 'border-dashed border-ink-2' : 'border-line'} ${look}`}
    >
      <span className="block tabular-nums">
        {month}/{date}
      </span>
      <span className="block text-xs">{weekdayLabels[weekdays[weekdayOf(day)] ?? 'sun']}</span>
      <span className="sr-only">{isOffered ? '選べます' : '選べません'}</span>
      {reason && <span className="block text-xs [overflow-wrap:anywhere]">{reason}</span>}
    </li>
  );
}

/** The non-shipping days with their reasons, as the server will compute them. */
function closedReasons(
  accepted: Acceptance,
  holidays: readonly Holiday[],
  today: string,
): Map<string, string> {
  const ownReasons = new Map(accepted.closedDays.map(({ day, reason }) => [day, reason]));
  const holidayNames = new Map(holidays.map(({ day, name }) => [day, name]));
  const reserve = accepted.lastDay + daysShown;
  return new Map(
    Array.from({ length: reserve }, (_, index) => addDays(today, index)).flatMap((day) => {
      const isRest = !isWorkday(accepted.weekdays, day);
      const reason =
        ownReasons.get(day) ?? (accepted.closesOnHolidays ? holidayNames.get(day) : undefined);
      return reason !== undefined || isRest ? [[day, reason || '休み'] as const] : [];
    }),
  );
}

/** Whether a form's values are complete enough to show as a calendar. */
const canShowDays = ({ firstDay, lastDay, closedDays }: Acceptance): boolean =>
  firstDay >= 1 && lastDay >= 1 && closedDays.every(({ day }) => day === '' || isDay(day));
