// Those of Inquirer's questions that are asked here: its whole would bring an editor and every encoding with it.
export { default as confirm } from '@inquirer/confirm';
export { default as input } from '@inquirer/input';
export { default as password } from '@inquirer/password';
