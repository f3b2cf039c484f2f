import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { type ListingState, listingStateLabels } from '#people/messages/listing-application.ts';

const tones: Record<ListingState, ChipTone> = {
  new: 'honey',
  'in-talks': 'sky',
  accepted: 'leaf',
  declined: 'plain',
};

export const ListingStateChip = ({ state }: { state: ListingState }) => (
  <Chip tone={tones[state]}>{listingStateLabels[state]}</Chip>
);
