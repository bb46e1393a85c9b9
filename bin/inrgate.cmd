@"%~dp0..\node_modules\.bin\node" "%~dp0..\packages\cli\bin\inrgate.js" %*
