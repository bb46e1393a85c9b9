// Exports only the prompts that the command uses, because the complete package of Inquirer includes an editor and all
// encodings.
export { default as confirm } from '@inquirer/confirm';
export { default as input } from '@inquirer/input';
export { default as password } from '@inquirer/password';
