import { Link } from 'react-router';
import { formatDateTime } from '#app/admin/date-time.ts';
import { CardLine, Rows } from '#app/admin/rows.tsx';
import { Chip } from '#app/ui/chip.tsx';
import type { Column } from '#app/ui/table.tsx';
import { type AdminMail, mailStateLabels } from '#domain/mail/admin-mail.ts';
import { kindLabel, mailTones } from './mail-labels.ts';
import { RetryButton } from './retry-button.tsx';

/** Mails, the newest first; `pathOf` leads to one where it may be read. */
export function MailTable({
  mails,
  pathOf,
  onRetried,
}: {
  mails: readonly AdminMail[];
  pathOf: ((id: string) => string) | undefined;
  onRetried: () => void;
}) {
  const subject = ({ id, subject }: AdminMail) =>
    pathOf ? (
      <Link
        to={pathOf(id)}
        state={{ isOpened: true }}
        preventScrollReset
        className="font-bold text-coral-dark underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
      >
        {withoutName(subject)}
      </Link>
    ) : (
      withoutName(subject)
    );
  const state = (mail: AdminMail) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
      {mail.state === 'dead' && <RetryButton mail={mail} onRetried={onRetried} />}
    </span>
  );
  const columns: Column<AdminMail>[] = [
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
    {
      label: '種類',
      cell: ({ kind }) => <span className="whitespace-nowrap">{kindLabel(kind)}</span>,
    },
    { label: '宛先', cell: ({ to }) => <Address>{to}</Address> },
    { label: '件名', isRowHeader: true, cell: subject },
    { label: '状態', cell: state },
  ];
  return (
    <Rows
      caption="メールの一覧"
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      card={(mail) => (
        <>
          {subject(mail)}
          <p className="text-sm break-all">{mail.to}</p>
          <CardLine>
            <span className="text-sm text-ink-2 tabular-nums">
              {formatDateTime(mail.createdAt)}
            </span>
            {state(mail)}
          </CardLine>
        </>
      )}
    />
  );
}

/** Breaks before its @ rather than anywhere. */
function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span className="wrap-break-word">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** Every subject begins with the name of the site. */
const withoutName = (subject: string) => subject.replace(/^【たすき】/, '');
