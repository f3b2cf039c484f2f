import { Chip } from '#app/ui/chip.tsx';
import { roleLabels } from '#domain/auth/roles.ts';
import type { DonorLine } from '#domain/donors/donor.ts';

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
