import { Navigate, useLocation } from 'react-router';
import { useFollowed } from '#kit/lists/use-menu-counts.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { jstDay, weekdayOf } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { dueLabel } from './due-label.ts';
import { type Todo, todoSections } from './todo.ts';

export const meta = () => [
  { title: '今日すること｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The operator's start page: everything that this role can do now, and nothing else. */
export default function TodayPage() {
  const { value: todos, problem, reload } = useFollowed<Todo[]>('/api/office/todos');
  const { search } = useLocation();
  // The list of applications was here.
  if (search !== '') return <Navigate to={`/admin/applications${search}`} replace />;
  const today = jstDay(new Date());
  return (
    <>
      <h1 className="mb-4 text-2xl">
        今日すること
        <span className="ml-4 text-sm font-normal whitespace-nowrap text-ink-2">
          {dayLabel(today)}
        </span>
      </h1>
      {todos ? (
        <Sections todos={todos} />
      ) : problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : (
        <Skeleton lines={10} />
      )}
    </>
  );
}

/** 11月20日（金） */
const dayLabel = (day: string) =>
  `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日（${'日月火水木金土'[weekdayOf(day)]}）`;

function Sections({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) {
    return (
      <EmptyState picture="bouquet" title="いますることは、すべて済みました">
        おつかれさまでした。新しいお仕事が届くと、ここに表示します。
      </EmptyState>
    );
  }
  const urgent = new Set(todos.filter(isUrgent).map(({ key }) => key));
  if (urgent.size === 0 && todos[0]) urgent.add(todos[0].key);
  return Object.entries(todoSections).map(([section, title]) => {
    const those = todos.filter((todo) => todo.section === section);
    return (
      those.length > 0 && (
        <section key={section} className="mb-6">
          <h2 className="mb-2 text-base text-ink-2 narrow:text-base">{title}</h2>
          <ul className="divide-y divide-line rounded-xl border border-line bg-paper">
            {those.map((todo) => (
              <TodoRow key={todo.key} todo={todo} isUrgent={urgent.has(todo.key)} />
            ))}
          </ul>
        </section>
      )
    );
  });
}

/** Whether something is late, or due today. */
const isUrgent = ({ overdue, dueAt }: Todo): boolean =>
  overdue > 0 || (dueAt !== null && dueLabel(dueAt, new Date()).startsWith('今日'));

function TodoRow({ todo, isUrgent }: { todo: Todo; isUrgent: boolean }) {
  const { count, title, note, overdue, dueAt, action, path } = todo;
  return (
    <li className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-x-3 px-3 py-2 narrow:grid-cols-[4rem_1fr_14rem_11rem] narrow:px-4">
      <p className="figures text-right text-2xl whitespace-nowrap">
        {formatYen(count)}
        <span className="sr-only">件</span>
      </p>
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        {note && <p className="text-sm text-ink-2">{note}</p>}
        <Due overdue={overdue} dueAt={dueAt} className="narrow:hidden" />
      </div>
      <Due overdue={overdue} dueAt={dueAt} className="max-narrow:hidden" />
      <ButtonLink
        to={path}
        variant={isUrgent ? 'primary' : 'outline'}
        size="small"
        className="justify-self-end"
      >
        {action}
      </ButtonLink>
    </li>
  );
}

/** When the most urgent one is due, and how many are past their day. */
function Due({
  overdue,
  dueAt,
  className,
}: Pick<Todo, 'overdue' | 'dueAt'> & { className: string }) {
  const label = dueAt === null ? '' : dueLabel(dueAt, new Date());
  return (
    <p className={`text-sm ${overdue > 0 ? 'text-error' : 'text-ink-2'} ${className}`}>
      {overdue > 0 && <b className="mr-2 whitespace-nowrap">{formatYen(overdue)}件が期限切れ</b>}
      <span className="whitespace-nowrap">{label}</span>
    </p>
  );
}
