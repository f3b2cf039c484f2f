import type { ApplicationStatus } from '#giving/applications/application.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { LongList } from '#kit/ui/long-list.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { type DonorTask, donorTasks } from './donor-tasks.ts';

/** The donor's tasks for the boxes under way; nothing without any. */
export function DonorTasks({ applications }: { applications: readonly ApplicationStatus[] }) {
  const tasks = donorTasks(applications);
  if (tasks.length === 0) return null;
  return (
    <section
      aria-labelledby="donor-tasks"
      className="rounded-card border-2 border-honey bg-honey-soft p-5 narrow:p-7"
    >
      <h2 id="donor-tasks" className="mb-4 text-xl narrow:text-2xl">
        いま、していただくこと
      </h2>
      <LongList items={tasks} label="していただくこと" row={TaskRow} columns="one" />
    </section>
  );
}

function TaskRow({
  item: { id, title, about, since, sinceText, text, action },
}: {
  item: DonorTask;
}) {
  return (
    <li className="rounded-tile border border-line bg-paper p-4 narrow:flex narrow:items-center narrow:justify-between narrow:gap-6 narrow:p-5">
      <div className="min-w-0">
        <h3 className="font-sans text-base leading-snug">{title}</h3>
        <p className="mt-1 text-sm wrap-anywhere text-ink-2 tabular-nums">
          {about}
          <span className="inline-block">（{id}）</span>
        </p>
        <p className="mt-2">
          <strong className="tabular-nums">{formatDate(since)}</strong>
          {sinceText}
          {text}
        </p>
      </div>
      <p className="mt-4 shrink-0 narrow:mt-0">
        <ButtonLink to={action.to} size="small">
          {action.label}
        </ButtonLink>
      </p>
    </li>
  );
}
