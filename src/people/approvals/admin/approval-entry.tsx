import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { ShownApproval } from '#people/approvals/approval.ts';
import { ApprovalDetails } from './approval-details.tsx';

/** A request and its lines. All its pages must have the same digest; a change restarts at the first page. */
export function ApprovalEntry({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [from, setFrom] = useState(0);
  const [digest, setDigest] = useState<string>();
  const path = `/api/office/approvals/${encodeURIComponent(id)}?from=${from}`;
  const { value, problem, reload } = useQuery<ShownApproval>(path, undefined, { keepsLast: true });
  const reloadFromStart = () => {
    setDigest(undefined);
    setFrom(0);
    reload();
  };
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={10} label="依頼を読み込んでいます" />;
  if (digest !== undefined && digest !== value.digest) {
    return (
      <Notice kind="error" title="お読みのあいだに、内容が変わりました">
        <p>はじめから、もう一度お確かめください。</p>
        <p className="mt-3">
          <Button variant="outline" size="small" onClick={reloadFromStart}>
            最新の内容を読み込む
          </Button>
        </p>
      </Notice>
    );
  }
  return (
    <ApprovalDetails
      shown={value}
      from={from}
      onFrom={(next) => {
        setDigest(value.digest);
        setFrom(next);
      }}
      onReload={reloadFromStart}
      onChanged={() => {
        reloadFromStart();
        onChanged();
      }}
    />
  );
}
