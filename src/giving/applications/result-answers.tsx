import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { ApplicationStatus } from './application.ts';

/** Tells a donor about a corrected result: its old and new content, and why. */
export function CorrectionNotice({ correction }: Pick<ApplicationStatus, 'correction'>) {
  if (!correction) return null;
  const { before, after, reason, at } = correction;
  return (
    <div className="mt-6">
      <Notice title={`査定の結果を訂正しました（${formatDate(at)}）`}>
        <p>
          {before} <span aria-hidden="true">→</span>
          <span className="sr-only">から</span> <b>{after}</b>
        </p>
        <p className="whitespace-pre-line">理由：{reason}</p>
      </Notice>
    </div>
  );
}

/** Tells a donor whose goods brought nothing why, what happened to them, what helps next time, and thanks. */
export function NothingGainedNotice({ nothingGained }: Pick<ApplicationStatus, 'nothingGained'>) {
  if (!nothingGained) return null;
  const { reasons, goods, hints } = nothingGained;
  return (
    <section aria-label="今回のお品物について" className="mt-6 grid gap-3">
      <Part title="値段がつかなかった、おもな理由" lines={reasons} />
      <Part title="お品物の行き先" lines={goods} />
      <Part title="次にお送りくださるときは" lines={hints} />
      <p>ご自宅で選び、詰めて、お送りくださったお手間とお気持ちに、心からお礼を申し上げます。</p>
    </section>
  );
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p className="font-bold">{title}</p>
      <ul className="list-disc pl-6">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
