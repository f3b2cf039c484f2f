import { Chip, type ChipTone } from '#app/ui/chip.tsx';
import { type ListingState, listingStateLabels } from '#domain/inbox/listing-application.ts';

const tones: Record<ListingState, ChipTone> = {
  new: 'honey',
  'in-talks': 'sky',
  accepted: 'leaf',
  declined: 'plain',
};

export const ListingStateChip = ({ state }: { state: ListingState }) => (
  <Chip tone={tones[state]}>{listingStateLabels[state]}</Chip>
);
