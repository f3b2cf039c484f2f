import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type AdminMail, mailStateLabels } from '#people/mail/admin-mail.ts';
import { mailFailureAdvice, mailFailureWords } from '#people/mail/mail-failure.ts';
import { MailDetails } from './mail-details.tsx';
import { kindLabel, mailTones } from './mail-labels.ts';
import { withoutName } from './mail-list.tsx';

/** Selects mails: of an application, of a person, or to an address. */
export type MailsOf = { appraisalId: string } | { uid: string } | { recipient: string };

type Part = { mails: AdminMail[]; next: string | undefined };

/** Sends the selection in a body, so that no URL contains a uid or an e-mail. */
async function askForMails(whose: MailsOf, cursor: string | undefined, signal?: AbortSignal) {
  const body = { ...whose, ...(cursor && { cursor }) };
  const response = await apiResponse('/api/office/mails/search', {
    body,
    ...(signal && { signal }),
  });
  return {
    mails: (await response.json()) as AdminMail[],
    next: response.headers.get('x-next-cursor') ?? undefined,
  };
}

/** The mails to a person or about an application, newest first; each opens as it was sent. */
export function SentMails(whose: MailsOf) {
  const query = useQuery<Part>(`sent mails ${JSON.stringify(whose)}`, (signal) =>
    askForMails(whose, undefined, signal),
  );
  const [opened, setOpened] = useState<string>();
  const [shown, setShown] = useState<string>();
  const { value, problem, reload } = query;
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={3} label="メールを読み込んでいます" />;
  if (value.mails.length === 0)
    return <p className="text-sm text-ink-2">メールはまだありません。</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {value.mails.map((mail) => (
          <SentMail
            key={mail.id}
            mail={mail}
            onOpen={() => {
              setShown(mail.id);
              setOpened(mail.id);
            }}
          />
        ))}
      </ul>
      {value.next && <MoreButton whose={whose} part={value} onMore={query.change} />}
      <Dialog
        isOpen={opened !== undefined}
        title="メールの内容"
        shape="wide"
        onClose={() => setOpened(undefined)}
        onClosed={() => setShown(undefined)}
      >
        {shown && <MailDetails key={shown} id={shown} onChanged={reload} />}
      </Dialog>
    </>
  );
}

function SentMail({ mail, onOpen }: { mail: AdminMail; onOpen: () => void }) {
  return (
    <li className="py-2">
      <button
        type="button"
        onClick={onOpen}
        className="min-h-11 text-left font-bold wrap-anywhere text-coral-dark underline underline-offset-4"
      >
        {withoutName(mail.subject)}
      </button>
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
        <span className="text-ink-2 tabular-nums">
          {formatDateTime(mail.sentAt ?? mail.createdAt)}
        </span>
        <span className="text-ink-2">{kindLabel(mail.kind)}</span>
      </p>
      <p className="text-sm break-all text-ink-2">{mail.to}</p>
      {mail.lastError && (
        <p className="text-sm font-bold text-error">
          {mailFailureWords(mail.lastError)}
          {mail.state === 'dead' && mailFailureAdvice(mail.lastError)}
        </p>
      )}
    </li>
  );
}

function MoreButton({
  whose,
  part,
  onMore,
}: {
  whose: MailsOf;
  part: Part;
  onMore: (part: Part) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  async function load() {
    setBusy(true);
    const more = await askForMails(whose, part.next).catch(() => undefined);
    setBusy(false);
    if (more) onMore({ mails: [...part.mails, ...more.mails], next: more.next });
  }
  return (
    <Button variant="outline" size="small" isBusy={isBusy} onClick={load}>
      続きを見る
    </Button>
  );
}
