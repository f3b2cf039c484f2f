import { SubmitError } from '#kit/forms/submit-error.tsx';
import type { Submission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { ScriptsNeeded } from '#kit/ui/scripts-needed.tsx';
import { BrokenLink } from './broken-link.tsx';

/**
 * The action of a mailed link: `about` it, then a button to confirm, because mail programs prefetch links. `token` is
 * null where the link is broken, and undefined until it is read.
 */
export function MailedLinkButton({
  about,
  token,
  submission: { message, isPending, send },
  label,
  pendingLabel,
}: {
  about: string;
  token: string | null | undefined;
  submission: Submission<string>;
  label: string;
  pendingLabel: string;
}) {
  return (
    <div className="space-y-6">
      <p>{about}</p>
      <ScriptsNeeded />
      <SubmitError message={message} />
      {token === null ? (
        <BrokenLink />
      ) : (
        <Button
          className="w-full"
          disabled={!token}
          isBusy={isPending}
          onClick={() => token && send(token)}
        >
          {isPending ? pendingLabel : label}
        </Button>
      )}
    </div>
  );
}
