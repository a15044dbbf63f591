// What some browsers offer and TypeScript does not know, and what the page hands to its checks.
interface Navigator {
  keyboard?: {lock?(keys: string[]): Promise<void>};
  connection?: {saveData?: boolean; type?: string};
}
interface Window {
  rightwell: object;
}
