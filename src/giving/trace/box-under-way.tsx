import type { ApplicationStatus } from '#giving/applications/application.ts';
import { latestNews, timelineOf } from '#giving/applications/application-timeline.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';

/** The box under way in which something happened last: its last event, and the next step with its promised day. */
export function BoxUnderWay({ applications }: { applications: readonly ApplicationStatus[] }) {
  const [box] = [...applications].sort((a, b) => (lastAt(a) > lastAt(b) ? -1 : 1));
  if (!box) return null;
  const { appraisalId, targetName } = box;
  const steps = timelineOf(box);
  const next = steps.find(({ isDone }) => !isDone);
  const others = applications.length - 1;
  return (
    <section
      aria-labelledby="box-under-way"
      className="rounded-card border border-line bg-paper p-5 narrow:p-7"
    >
      <h2 id="box-under-way" className="text-xl narrow:text-2xl">
        いまの箱
      </h2>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2 tabular-nums">
        {targetName}
        <span className="inline-block">（{appraisalId}）</span>
      </p>
      <dl className="mt-4 grid gap-3 narrow:grid-cols-2 narrow:gap-6">
        <div>
          <dt className="text-sm text-ink-2">最近のできごと</dt>
          <dd>
            <b className="mr-2 tabular-nums">{formatDate(lastAt(box))}</b>
            {latestNews(box)}
          </dd>
        </div>
        {next && (
          <div>
            <dt className="text-sm text-ink-2">次の段階</dt>
            <dd>
              <b className="mr-2">{next.label}</b>
              <span className="tabular-nums">{next.note}</span>
            </dd>
          </div>
        )}
      </dl>
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonLink to={`/mypage/donation-history/${appraisalId}`} size="small">
          この箱のゆくえを見る
        </ButtonLink>
        {others > 0 && (
          <Link
            to="/mypage/donation-history"
            className="py-2 text-coral-dark underline underline-offset-4"
          >
            ほかの{others}件を見る
          </Link>
        )}
      </p>
    </section>
  );
}

const lastAt = ({ events, createdAt }: ApplicationStatus) => events.at(-1)?.at ?? createdAt;
