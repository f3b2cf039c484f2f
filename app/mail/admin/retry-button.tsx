import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { AdminMail } from '#domain/mail/admin-mail.ts';

/** Retries a mail that was given up. */
export function RetryButton({ mail, onRetried }: { mail: AdminMail; onRetried: () => void }) {
  const submission = useSubmission(
    (id: string) => api<AdminMail>(`/api/office/mails/${id}/retry`, { method: 'POST' }),
    {
      onDone() {
        showToast('送り直します。');
        onRetried();
      },
    },
  );
  return (
    <>
      <Button
        variant="outline"
        size="small"
        className="whitespace-nowrap desktop:min-h-9 desktop:px-4"
        aria-label={`「${mail.subject}」を送り直す`}
        isBusy={submission.isPending}
        onClick={() => submission.send(mail.id)}
      >
        送り直す
      </Button>
      {submission.message && (
        <span role="alert" className="text-sm text-error">
          {submission.message}
        </span>
      )}
    </>
  );
}
