import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { useSession } from '#people/session/session.ts';
import { answerLook, answerSource } from './answer-list.tsx';
import { AnswerUpload } from './answer-upload.tsx';

export const meta = () => [
  { title: '銀行の明細｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Where the bank's statement comes in: what arrived, and what came back. */
export default function BankAnswersPage() {
  const { role } = useSession();
  const list = useList(answerSource);
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title="銀行の明細" />
      <div className="grid gap-4">
        {may(role, 'remittances.manage') ? (
          <AnswerUpload onTaken={list.reload} />
        ) : (
          <Notice title="取り込みは、送金の担当者が行います" />
        )}
        <Panel title="これまでに取り込んだ明細">
          <ListScreen list={list} look={answerLook} />
        </Panel>
      </div>
    </>
  );
}
