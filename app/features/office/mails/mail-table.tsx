import { Link } from 'react-router';
import { formatMoment } from '#app/features/office/moment.ts';
import { CardLine, Rows } from '#app/features/office/rows.tsx';
import { Chip } from '#app/ui/chip.tsx';
import type { Column } from '#app/ui/table.tsx';
import { mailStateLabels, type OfficeMail } from '#domain/office-mail.ts';
import { kindLabel, mailTones } from './mail-labels.ts';
import { RetryButton } from './retry-button.tsx';

/** Mails, the newest first; `pathOf` leads to one where it may be read. */
export function MailTable({
  mails,
  pathOf,
  onRetried,
}: {
  mails: readonly OfficeMail[];
  pathOf: ((id: string) => string) | undefined;
  onRetried: () => void;
}) {
  const subject = ({ id, subject }: OfficeMail) =>
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
  const state = (mail: OfficeMail) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
      {mail.state === 'dead' && <RetryButton mail={mail} onRetried={onRetried} />}
    </span>
  );
  const columns: Column<OfficeMail>[] = [
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatMoment(createdAt)}</span>
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
            <span className="text-sm text-ink-2 tabular-nums">{formatMoment(mail.createdAt)}</span>
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
