import { monthInWords } from '#kit/values/days/month.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { QuestionMonth } from './question-month.ts';

/** How many asked about an appraisal, and how many results changed after it; nothing without a count. */
export function QuestionFigures({ months }: { months: readonly QuestionMonth[] }) {
  if (months.length === 0) return null;
  return (
    <div className="mt-6 rounded-card bg-sand px-5 py-4">
      <p>
        査定のわけは、届いた結果の「この査定について聞く」から、一点ずつお尋ねいただけます。3日以内にお返事します。
      </p>
      <ul className="mt-2 text-sm text-ink-2 tabular-nums">
        {months.map(({ month, asked, changed, changedYen }) => (
          <li key={month}>
            {monthInWords(month)}：お尋ね{asked}件、結果を改めたもの{changed}件
            {changedYen !== null && `（合わせて${formatYen(changedYen)}円）`}
          </li>
        ))}
      </ul>
    </div>
  );
}
