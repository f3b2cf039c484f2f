import { Panel } from '#kit/lists/panel.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type AdminContactMessage, contactKindLabels } from '#people/messages/contact-message.ts';
import type { Route } from './+types/message-page.ts';
import { ThreadScreen } from './thread-screen.tsx';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.id}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const list = { path: '/admin/messages', label: 'お問い合わせの一覧' };

/** A visitor's question with its thread. */
export default function MessagePage({ params: { id } }: Route.ComponentProps) {
  return (
    <ThreadScreen key={id} id={id} list={list}>
      {({ thread: { message } }) => message && <Sender message={message} />}
    </ThreadScreen>
  );
}

function Sender({ message }: { message: AdminContactMessage }) {
  const { name, email, kind, appraisalId, item, createdAt } = message;
  return (
    <Panel title="お問い合わせ">
      <Facts>
        <Fact label="お名前">
          <span className="wrap-anywhere">{name}</span>
        </Fact>
        <Fact label="メールアドレス">
          <span className="break-all">{email}</span>
        </Fact>
        <Fact label="種類">{contactKindLabels[kind]}</Fact>
        <Fact label="申込番号">
          {appraisalId && (
            <Link
              to={`/admin/applications/${appraisalId}`}
              className="text-coral-dark tabular-nums underline"
            >
              {appraisalId}
            </Link>
          )}
        </Fact>
        {item !== '' && (
          <Fact label="お品物">
            <span className="wrap-anywhere">{item}</span>
          </Fact>
        )}
        <Fact label="受付日時">
          <span className="tabular-nums">{formatDateTime(createdAt)}</span>
        </Fact>
      </Facts>
    </Panel>
  );
}
