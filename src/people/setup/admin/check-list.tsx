import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { useSession } from '#people/session/session.ts';
import type { SetupCheck, SetupState } from '#people/setup/setup-state.ts';

type OnChange = (state: SetupState) => void;

/** The tasks before the service opens, in order. */
export function CheckList({
  checks,
  onChange,
}: {
  checks: readonly SetupCheck[];
  onChange: OnChange;
}) {
  return (
    <ol className="divide-y divide-dashed divide-line">
      {checks.map((check) => (
        <CheckLine key={check.id} check={check} onChange={onChange} />
      ))}
    </ol>
  );
}

function CheckLine({ check, onChange }: { check: SetupCheck; onChange: OnChange }) {
  const { role } = useSession();
  const { label, help, to, isDone, isRequired, mayConfirm } = check;
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 narrow:grid-cols-[5.5rem_1fr_auto] narrow:items-start">
      <p>
        {isDone ? (
          <Chip tone="leaf">済み</Chip>
        ) : isRequired ? (
          <Chip tone="honey">未完了</Chip>
        ) : (
          <Chip>おすすめ</Chip>
        )}
      </p>
      <div className="min-w-0">
        <p className="font-bold [word-break:auto-phrase]">{label}</p>
        <p className="text-sm text-ink-2">{help}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        {to !== '' && (
          <Link to={to} className="inline-flex min-h-11 items-center underline">
            {isDone ? '確かめる' : '設定する'}
            <span className="sr-only">：{label}</span>
          </Link>
        )}
        {mayConfirm && !isDone && may(role, 'settings.change') && (
          <ConfirmButton check={check} onChange={onChange} />
        )}
      </div>
    </li>
  );
}

function ConfirmButton({
  check: { id, label },
  onChange,
}: {
  check: SetupCheck;
  onChange: OnChange;
}) {
  const submission = useSubmission(
    () => api<SetupState>('/api/office/setup/confirm', { body: { id } }),
    { onDone: onChange },
  );
  return (
    <>
      <Button
        variant="outline"
        size="small"
        isBusy={submission.isPending}
        onClick={() => submission.send(undefined)}
      >
        このまま使う<span className="sr-only">：{label}</span>
      </Button>
      <SubmitError message={submission.message} />
    </>
  );
}
