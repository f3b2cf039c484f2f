import { BackLink } from '#app/admin/back-link.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { useSession } from '#app/session/session.ts';
import { Notice } from '#app/ui/notice.tsx';
import { may } from '#domain/auth/permissions.ts';
import { AnswerUpload } from './answer-upload.tsx';

export const meta = () => [
  { title: '銀行の答え｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Where the bank's statement comes in: what arrived, and what came back. */
export default function BankAnswersPage() {
  const { role } = useSession();
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title="銀行の答え" />
      <div className="grid gap-4">
        {may(role, 'remittances.manage') ? (
          <AnswerUpload />
        ) : (
          <Notice title="取り込みは、送金の担当者が行います" />
        )}
      </div>
    </>
  );
}
