@"%~dp0..\node_modules\.bin\node" --conditions=@inrgate/source "%~dp0..\packages\cli\src\main.ts" %*
