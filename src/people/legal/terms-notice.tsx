import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LegalDate } from './in-force.tsx';
import type { LegalNotice } from './legal-text-schema.ts';

/** Notifies a donor, once, that the terms have changed since they agreed. */
export function TermsNotice({
  notice: { version, since },
  onSeen,
}: {
  notice: NonNullable<LegalNotice['notice']>;
  onSeen: (none: LegalNotice) => void;
}) {
  const submission = useSubmission(
    () => api<LegalNotice>('/api/users/legal-notice/seen', { body: { version } }),
    { onDone: onSeen },
  );
  return (
    <section
      aria-labelledby="terms-notice"
      className="rounded-card border-2 border-sky bg-sky-soft p-5 narrow:p-7"
    >
      <h2 id="terms-notice" className="text-xl narrow:text-2xl">
        利用規約が新しくなりました
      </h2>
      <p className="mt-2">
        <LegalDate day={since} />
        から、新しい利用規約になりました。お手すきのときに、ご一読ください。すでに受け付けたお申し込みには、受け付けたときの規約があてはまります。
      </p>
      <SubmitError message={submission.message} />
      <p className="mt-4 flex flex-wrap items-center gap-4">
        <Link to="/terms" className="inline-flex min-h-11 items-center underline">
          利用規約を読む
        </Link>
        <Button
          variant="outline"
          size="small"
          isBusy={submission.isPending}
          onClick={() => submission.send(undefined)}
        >
          わかりました
        </Button>
      </p>
    </section>
  );
}
