import type { ReactNode } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { SubmitError } from './submit-error.tsx';
import type { Submission } from './use-submission.ts';

/** The foot of a form that can be cancelled: its error, and the buttons to cancel and to send. */
export function FormButtons({
  submission: { message, isPending },
  onCancel,
  children,
}: {
  submission: Pick<Submission<unknown>, 'message' | 'isPending'>;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <SubmitError message={message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onCancel}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={isPending}>
          {children}
        </Button>
      </div>
    </>
  );
}
