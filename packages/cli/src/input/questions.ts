// Exports only the used prompts of Inquirer, because the complete package includes an editor and all encodings.
export { default as confirm } from '@inquirer/confirm';
export { default as input } from '@inquirer/input';
export { default as password } from '@inquirer/password';
