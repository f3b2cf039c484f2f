import { api } from '#kit/client/api.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { AdminMail } from '#people/mail/admin-mail.ts';

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
