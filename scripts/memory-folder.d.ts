export function keepTemporaryFoldersInMemory(): void;
