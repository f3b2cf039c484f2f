import { roleLabels } from '#kit/permissions/roles.ts';
import { Chip } from '#kit/ui/chip.tsx';
import type { DonorLine } from '#people/donors/donor.ts';

/** Whether a donor has an account, its roles, and whether it is locked. */
export function DonorChips({
  isGuest,
  role,
  isLocked,
}: Pick<DonorLine, 'isGuest' | 'role' | 'isLocked'>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isGuest ? <Chip>ゲスト</Chip> : <Chip tone="sky">会員</Chip>}
      {role !== 'donor' && <Chip tone="plum">{roleLabels[role]}</Chip>}
      {isLocked && <Chip tone="error">ロック中</Chip>}
    </span>
  );
}
