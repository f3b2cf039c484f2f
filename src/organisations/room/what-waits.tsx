import type { ReactNode } from 'react';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { certificationAlert } from './certification-alert.ts';
import { mostCountedInRoom, type RoomFacts } from './room.ts';
import { roomPath } from './use-room.ts';

const cappedCount = (count: number) =>
  count >= mostCountedInRoom ? `${mostCountedInRoom}件以上` : `${count}件`;
const kindPaths = { associate: 'page', activity: 'activities', thanks: 'thanks' } as const;
const kindLabels = { associate: '団体のページ', activity: '活動', thanks: 'お礼' } as const;

/** Suggested next actions for an organisation's people. */
export function SuggestedTasks({ facts, mayChange }: { facts: RoomFacts; mayChange: boolean }) {
  const { id, state, returned, unthankedCount, unansweredPledgeCount, waitingCount } = facts;
  const { blockedAccount } = facts;
  const alert = certificationAlert(facts.certifications, jstDay(new Date()));
  const lines: { key: string; to: string; text: ReactNode }[] = [
    ...(blockedAccount
      ? [
          {
            key: 'account',
            to: '/contact',
            text: `${formatDate(blockedAccount.returnedOn)}に、ご登録の口座へのお振り込みが戻ってきました（${blockedAccount.reason}）。口座を改めて確認できるまで、送金をお待ちいただいています。通帳の支店・番号・名義をお確かめのうえ、お問い合わせからお知らせください。`,
          },
        ]
      : []),
    ...(state === 'draft' && waitingCount === 0 && mayChange
      ? [
          {
            key: 'page',
            to: roomPath(id, 'page'),
            text: '団体のページは、まだ公開されていません。ページを書いて、運営に確認をご依頼ください。',
          },
        ]
      : []),
    ...returned.map(({ kind, id: textId, title, reason }) => ({
      key: `${kind} ${textId}`,
      to: roomPath(id, textId ? `${kindPaths[kind]}/${textId}` : kindPaths[kind]),
      text: `${kindLabels[kind]}${title ? `「${title}」` : ''}が運営から差し戻されています。理由：${reason}`,
    })),
    ...(unthankedCount > 0 && mayChange
      ? [
          {
            key: 'thanks',
            to: roomPath(id, 'thanks'),
            text: `この90日のご寄付のうち、${cappedCount(unthankedCount)}にまだお礼をお届けしていません。`,
          },
        ]
      : []),
    ...(unansweredPledgeCount > 0 && mayChange
      ? [
          {
            key: 'pledges',
            to: roomPath(id, 'pledges'),
            text: `お返事をしていない#mypledgeが${cappedCount(unansweredPledgeCount)}あります。`,
          },
        ]
      : []),
    ...(alert ? [{ key: 'certification', to: roomPath(id, 'certifications'), text: alert }] : []),
  ];
  return (
    <Card as="section" aria-labelledby="waits" className="mb-6">
      <h2 id="waits" className="text-xl narrow:text-2xl">
        いま、していただけること
      </h2>
      {lines.length === 0 ? (
        <p className="mt-3">いまは、お待ちしていることはありません。いつもありがとうございます。</p>
      ) : (
        <ul className="mt-3 divide-y divide-dashed divide-line">
          {lines.map(({ key, to, text }) => (
            <li key={key}>
              <Link to={to} className="block py-3 text-coral-dark underline wrap-anywhere">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {waitingCount > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          運営の確認を待っている内容が{waitingCount}件あります。確認が済むと公開されます。
        </p>
      )}
    </Card>
  );
}
