import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { MailDetails } from './mail-details.tsx';
import { mailLook, mailSource } from './mail-list.tsx';

export const meta = () => [{ title: 'メール｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** All mails with their delivery state, errors, and buttons to send again. */
export default function MailsPage() {
  const list = useList(mailSource);
  return (
    <>
      <PageHead title="メール" />
      <Panel label="メールの一覧">
        <ListScreen
          list={list}
          look={mailLook(list.reload)}
          details={{
            title: 'メールの内容',
            of: (id) => <MailDetails key={id} id={id} onChanged={list.reload} />,
          }}
        />
      </Panel>
    </>
  );
}
